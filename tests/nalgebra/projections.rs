//! Transformations by homogeneous matrices, and projections of cameras.

use cotangent::nalgebra::projections::{
    inverse_projection, inverse_transform, inverse_transformed, project_point, project_vector, unproject_point, zfar,
    znear,
};
use cotangent::ops::mul;
use cotangent::prelude::*;
use nalgebra::{
    Affine2, Affine3, Isometry3, Matrix3, Matrix4, Orthographic3, Perspective3, Point2, Point3, Projective2,
    Projective3, Transform2, Transform3, UnitQuaternion, Vector2, Vector3,
};

use crate::harness::numbers;

fn general() -> Transform3<f64> {
    Transform3::from_matrix_unchecked(numbers::<4, 4>(1) * 0.2 + Matrix4::identity())
}

fn projective() -> Projective3<f64> {
    Projective3::from_matrix_unchecked(numbers::<4, 4>(2) * 0.2 + Matrix4::identity())
}

fn affine() -> Affine3<f64> {
    let mut m = numbers::<4, 4>(3) * 0.2 + Matrix4::identity();
    m.set_row(3, &Matrix4::identity().row(3));
    Affine3::from_matrix_unchecked(m)
}

fn plane() -> Projective2<f64> {
    Projective2::from_matrix_unchecked(numbers::<3, 3>(4) * 0.2 + Matrix3::identity())
}

fn camera() -> Perspective3<f64> {
    Perspective3::new(1.5, 0.9, 0.1, 50.0)
}

fn parallel() -> Orthographic3<f64> {
    Orthographic3::new(-1.0, 2.0, -0.5, 1.5, 0.1, 9.0)
}

fn p() -> Point3<f64> {
    Point3::new(0.3, -0.2, -1.7)
}

contracts! {
    transformations {
        mul: general(), p();
        mul: projective(), p();
        mul: affine(), p();
        mul: plane(), Point2::new(0.3, 0.7);
        mul: general(), Vector3::new(0.1, 0.4, 0.9);
        mul: affine(), Vector3::new(0.1, 0.4, 0.9);
        mul: plane(), Vector2::new(0.1, 0.4);
        mul: projective(), projective();
        mul: plane(), plane();
        inverse_transform: projective();
        inverse_transformed: projective(), p();
        inverse_transformed: plane(), Point2::new(0.3, 0.7);
    }
    projections {
        unproject_point: camera(), Point3::new(0.3, 0.2, 0.5);
        unproject_point: parallel(), p();
        project_vector: camera(), Vector3::new(0.3, -0.2, -1.7);
        project_vector: parallel(), Vector3::new(0.3, -0.2, -1.7);
        project_point: parallel(), p();
        project_point: camera(), p();
        inverse_projection: camera();
        znear: parallel();
        zfar: camera();
    }
}

/// Where a point of the world is on the screen, by the pose of the camera and its field of view.
#[differentiable]
fn on_screen(pose: &Isometry3<f64>, fovy: f64, #[constant] near: f64, p: &Point3<f64>) -> f64 {
    let camera = Perspective3::new(4.0 / 3.0, fovy, near, 100.0);
    let seen = camera.project_point(&pose.inverse_transform_point(p));
    let again = camera.to_projective() * pose.inverse_transform_point(p);
    let parallel = Orthographic3::from_fov(1.5, fovy, near, 100.0);
    let depth = parallel.project_point(p).x + camera.znear() * camera.fovy() / camera.aspect();
    (seen.x - 0.1).powi(2) + (again.y + 0.2).powi(2) + seen.z * again.z + depth
}

#[differentiable]
fn homography(m: &Matrix3<f64>, x: &Point2<f64>, #[constant] y: &Point2<f64>) -> f64 {
    let h = Projective2::from_matrix_unchecked(*m);
    let there = h.transform_point(x) - y;
    let back = h.inverse_transform_point(y) - x;
    there.norm_squared() + back.norm_squared() + (h.inverse() * h).matrix().trace()
}

#[differentiable]
fn affine_map(a: &Affine2<f64>, b: Transform2<f64>, v: Vector2<f64>) -> f64 {
    let w = a.transform_vector(&v) + b * v;
    w.norm_squared() + b.try_inverse().unwrap().to_homogeneous().norm() + (a * Point2::from(w)).coords.sum()
}

#[test]
fn functions_of_cameras_and_maps() {
    let pose =
        Isometry3::from_parts(Vector3::new(0.3, 0.2, 2.0).into(), UnitQuaternion::from_euler_angles(0.1, -0.2, 0.3));
    holds!(on_screen(&x, f, n, &q), x = pose, f = 0.9, n = 0.1, q = Point3::new(0.1, 0.2, -2.0));
    let m = numbers::<3, 3>(4) * 0.2 + Matrix3::identity();
    holds!(homography(&m, &x, &y), m = m, x = Point2::new(0.3, 0.7), y = Point2::new(0.1, -0.2));
    let affine = Affine2::from_matrix_unchecked(Matrix3::new(1.1, 0.2, 0.3, -0.1, 0.9, 0.5, 0.0, 0.0, 1.0));
    let general = Transform2::from_matrix_unchecked(m);
    holds!(affine_map(&a, b, v), a = affine, b = general, v = Vector2::new(0.4, 0.8));
}
