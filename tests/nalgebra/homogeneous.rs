//! Homogeneous matrices, and what turns the view of an observer: rule by rule, and functions that use them.

use cotangent::nalgebra::homogeneous::*;
use cotangent::nalgebra::rotations::{from_axis_angle, from_euler_angles, from_scaled_axis};
use cotangent::prelude::*;
use nalgebra::{
    Isometry3, Matrix3, Matrix4, Point2, Point3, Rotation3, Unit, UnitQuaternion, Vector2, Vector3, Vector4,
};

use crate::harness::numbers;

fn eye() -> Point3<f64> {
    Point3::new(1.0, 2.0, 3.0)
}
fn target() -> Point3<f64> {
    Point3::new(0.1, 0.2, 0.3)
}
fn up() -> Vector3<f64> {
    Vector3::new(0.1, 1.0, -0.2)
}
fn v() -> Vector3<f64> {
    numbers(4)
}
fn m() -> Matrix4<f64> {
    numbers(3)
}

contracts! {
    observers {
        face_towards::<Isometry3<f64>>: eye(), target(), up();
        look_at_rh::<Isometry3<f64>>: eye(), target(), up();
        look_at_lh::<Isometry3<f64>>: eye(), target(), up();
        face_towards::<Matrix4<f64>>: eye(), target(), up();
        look_at_rh::<Matrix4<f64>>: eye(), target(), up();
        look_at_lh::<Matrix4<f64>>: eye(), target(), up();
        face_direction::<UnitQuaternion<f64>>: v(), up();
        look_along_rh::<UnitQuaternion<f64>>: v(), up();
        look_along_lh::<UnitQuaternion<f64>>: v(), up();
        face_direction::<Rotation3<f64>>: v(), up();
        look_along_rh::<Rotation3<f64>>: v(), up();
        look_along_lh::<Rotation3<f64>>: v(), up();
    }
    matrices {
        new_scaling::<Matrix4<f64>>: 1.3;
        new_scaling::<Matrix3<f64>>: 1.3;
        new_nonuniform_scaling::<Matrix4<f64>>: v();
        new_translation::<Matrix3<f64>>: Vector2::new(0.3, 0.7);
        from_scaled_axis::<Matrix4<f64>>: v();
        from_scaled_axis::<Matrix3<f64>>: 0.7;
        from_axis_angle::<Matrix4<f64>>: Unit::new_normalize(v()), 0.4;
        from_euler_angles::<Matrix4<f64>>: 0.1, 0.2, 0.3;
        transform_homogeneous: m(), eye();
        transform_homogeneous: m(), v();
        transform_homogeneous: numbers::<3, 3>(5), Point2::new(0.3, 0.7);
        append_translation: m(), v();
        append_scaling: m(), 0.7;
    }
}

/// Where a point is on the screen of a camera that looks at another.
#[differentiable]
fn on_screen(eye: &Point3<f64>, target: &Point3<f64>, p: &Point3<f64>, fovy: f64) -> f64 {
    let view = Isometry3::look_at_rh(eye, target, &Vector3::y());
    let projection = Matrix4::new_perspective(1.5, fovy, 0.1, 100.0);
    let by_matrix = projection * Matrix4::look_at_rh(eye, target, &Vector3::y());
    let there = projection.transform_point(&(view * p));
    let turned = UnitQuaternion::face_towards(&(target - eye), &Vector3::y()) * p.coords;
    there.x * there.y + by_matrix.transform_point(p).x + turned.z
}

/// The last row of an affine matrix leaves a vector as it is.
#[differentiable]
fn affine(v: &Vector3<f64>, p: &Point3<f64>, s: f64) -> f64 {
    let a = Matrix4::new_translation(v) * Matrix4::new_rotation(v * s) * Matrix4::new_nonuniform_scaling(v);
    let b = a.append_translation(v).append_scaling(s);
    a.transform_point(p).coords.norm() + b.transform_vector(v).x * Matrix4::new_scaling(s).trace()
}

#[test]
fn functions_of_homogeneous_matrices() {
    holds!(on_screen(&e, &t, &p, f), e = eye(), t = target(), p = Point3::new(0.5, -0.2, 0.3), f = 0.9);
    holds!(affine(&v, &p, s), v = v(), p = eye(), s = 0.7);
    let (value, _) =
        transform_of_a_vector::value_and_grad(&Matrix4::identity(), &Vector4::new(0.5, 0.2, 0.3, 0.0).xyz());
    assert_eq!(value, 0.5 + 0.2 + 0.3);
}

#[differentiable]
fn transform_of_a_vector(m: &Matrix4<f64>, v: &Vector3<f64>) -> f64 {
    m.transform_vector(v).sum()
}
