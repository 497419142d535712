//! Isometries: rule by rule, and functions that use them.

use cotangent::nalgebra::isometries::*;
use cotangent::nalgebra::rotations::to_homogeneous;
use cotangent::ops::mul;
use cotangent::prelude::*;
use nalgebra::{
    Isometry2, Isometry3, IsometryMatrix2, IsometryMatrix3, Point2, Point3, Translation2, Translation3, UnitQuaternion,
    Vector2, Vector3,
};

use crate::harness::numbers;

fn v(seed: usize) -> Vector3<f64> {
    numbers(seed)
}
fn pose(seed: usize) -> Isometry3<f64> {
    Isometry3::new(v(seed), v(seed + 1))
}
fn matrix_pose(seed: usize) -> IsometryMatrix3<f64> {
    IsometryMatrix3::new(v(seed), v(seed + 1))
}
fn flat(seed: usize) -> Isometry2<f64> {
    Isometry2::new(numbers(seed), numbers::<1, 1>(seed).x)
}
fn flat_matrix(seed: usize) -> IsometryMatrix2<f64> {
    IsometryMatrix2::new(numbers(seed), numbers::<1, 1>(seed).x)
}

contracts! {
    in_space {
        mul: pose(1), Point3::from(v(3));
        mul: pose(1), v(3);
        mul: pose(1), pose(2);
        mul: pose(1), pose(2).rotation;
        mul: pose(1), pose(2).translation;
        mul: pose(1).translation, pose(2).rotation;
        mul: pose(1).translation, pose(2).translation;
        mul: pose(1).translation, Point3::from(v(3));
        inverse_isometry: pose(1);
        inverse_translation: pose(1).translation;
        inv_mul: pose(1), pose(2);
        inverse_transform: pose(1), Point3::from(v(3));
        inverse_transform: pose(1), v(3);
        from_parts<Isometry3<f64>>: pose(1).translation, pose(1).rotation;
        from_vectors<Isometry3<f64>>: v(1), v(2);
        to_homogeneous: pose(1);
        lerp_slerp: pose(1), pose(2), 0.3;
    }
    in_space_by_matrices {
        mul: matrix_pose(1), Point3::from(v(3));
        mul: matrix_pose(1), v(3);
        mul: matrix_pose(1), matrix_pose(2);
        inverse_isometry: matrix_pose(1);
        inv_mul: matrix_pose(1), matrix_pose(2);
        inverse_transform: matrix_pose(1), Point3::from(v(3));
        from_parts<IsometryMatrix3<f64>>: matrix_pose(1).translation, matrix_pose(1).rotation;
        from_vectors<IsometryMatrix3<f64>>: v(1), v(2);
    }
    in_the_plane {
        mul: flat(1), Point2::new(0.3, 0.7);
        mul: flat(1), Vector2::new(0.3, 0.7);
        mul: flat(1), flat(2);
        inverse_isometry: flat(1);
        inv_mul: flat(1), flat(2);
        inverse_transform: flat(1), Point2::new(0.3, 0.7);
        from_vectors<Isometry2<f64>>: Vector2::new(0.3, 0.7), 0.4;
        to_homogeneous: flat(1);
        mul: flat_matrix(1), flat_matrix(2);
        inverse_isometry: flat_matrix(1);
        from_vectors<IsometryMatrix2<f64>>: Vector2::new(0.3, 0.7), 0.4;
    }
}

#[differentiable]
fn seen(camera: &Isometry3<f64>, p: &Point3<f64>, angle: f64) -> f64 {
    let turned = camera * UnitQuaternion::from_axis_angle(&Vector3::x_axis(), angle);
    let q = turned.inverse() * p;
    let moved = Isometry3::from_parts(Translation3::new(q.x, angle, 0.0), camera.rotation);
    let home = Translation3::from(q.coords) * moved.rotation;
    q.x / q.z
        + home.translation.vector.y * moved.translation.x
        + (home.rotation * p).z
        + camera.inv_mul(&moved).translation.z
}

#[test]
fn a_camera() {
    holds!(seen(&camera, &p, angle), camera = pose(1), p = Point3::from(v(3)), angle = 0.7);
}

#[differentiable]
fn planar(pose: Isometry2<f64>, p: &Point2<f64>) -> f64 {
    let next = pose * Isometry2::new(Vector2::new(p.x, 0.1), p.y);
    let back = next.inverse_transform_point(p);
    next.rotation.angle() + back.x * next.translation.y + (Translation2::new(p.x, p.y) * back).y
}

#[test]
fn a_pose_in_the_plane() {
    holds!(planar(pose, &p), pose = flat(1), p = Point2::new(0.3, 0.7));
}

#[derive(Differentiable, Clone, Debug)]
struct Joint {
    offset: Isometry3<f64>,
    axis: Vector3<f64>,
}

#[differentiable]
fn reached(joints: &[Joint; 3], angles: &[f64; 3]) -> f64 {
    let mut pose = Isometry3::identity();
    for i in 0..3 {
        pose = pose * joints[i].offset * UnitQuaternion::from_scaled_axis(joints[i].axis * angles[i]);
    }
    pose.translation.vector.norm_squared() + pose.rotation.scaled_axis().x
}

#[test]
fn fields_elements_and_a_value_that_changes() {
    let joint = |seed| Joint { offset: pose(seed), axis: v(seed + 3) };
    holds!(reached(&joints, &angles), joints = [joint(1), joint(2), joint(3)], angles = [0.3, -0.7, 1.1]);
    assert_eq!(Joint::LEAVES, 3);
    assert_eq!(joint(1).leaf_name(1).to_string(), "offset.translation");
}

type Pose = Isometry3<f64>;

#[derive(Differentiable, Clone, Debug)]
struct Camera {
    pose: Pose,
    turns: [UnitQuaternion<f64>; 2],
}

/// The rule of a product with a constant reads the rotation itself, wherever it comes from.
#[differentiable]
fn of_constants(
    pose: &Pose,
    camera: &Camera,
    q: UnitQuaternion<f64>,
    #[constant] p: &Point3<f64>,
    #[constant] v: &Vector3<f64>,
) -> f64 {
    let made = pose * q;
    let mut changing = camera.pose;
    for _ in 0..2 {
        changing = changing * q;
    }
    let copied = *pose;
    let by_parameters = pose * p + q * v + camera.turns[1] * v;
    let by_values = (made * p).coords + made.rotation * v + (changing * p).coords + copied.rotation * v;
    by_parameters.coords.dot(&by_values) + (q * q * v).x + (camera.pose.rotation * v).y
}

#[test]
fn products_with_constants() {
    let (p, w) = (Point3::from(v(3)), v(4));
    let turns = [pose(3).rotation, pose(4).rotation];
    holds!(
        of_constants(&at, &camera, q, &p, &w),
        at = pose(1),
        camera = Camera { pose: pose(2), turns },
        q = pose(5).rotation
    );
}

#[differentiable]
fn inner(pose: &Pose, #[constant] p: &Point3<f64>) -> Point3<f64> {
    pose * p
}

#[differentiable]
fn outer(v: &Vector3<f64>, #[constant] p: &Point3<f64>) -> f64 {
    let pose = Pose::new(*v, 0.5 * v);
    inner(&pose, p).coords.norm()
}

#[test]
fn a_function_that_is_called_reads_its_rotation() {
    let p = Point3::from(v(3));
    holds!(outer(&x, &p), x = v(1));
}
