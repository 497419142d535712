//! Functions as users of glam write them.

use cotangent::prelude::*;
use glam::{
    Affine3A, DAffine3, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, EulerRot, Mat4, Quat, Vec3, Vec3A, Vec3Swizzles,
    Vec4Swizzles,
};

use crate::harness::report;

const A: DVec3 = DVec3::new(0.3, -0.7, 1.1);
const B: DVec3 = DVec3::new(0.5, 0.6, -0.4);

#[differentiable]
fn forms(a: DVec3, b: &DVec3, s: f64) -> f64 {
    let c = a * b + *b * a - &a / (*b * s);
    let d = &c + b * s - (a - s) * &s;
    (-d * 2.0 + 1.0).dot(s * *b)
}

#[test]
fn operators_of_values_and_references() {
    holds!(forms(A, &B, 0.7));
}

#[differentiable]
fn parts(a: DVec3, m: &DMat3, q: DQuat) -> f64 {
    let mut sum = a.x * a.y - a[2].sin();
    for i in 0..3 {
        sum += a[i] * m.x_axis[i] + m.col(i).y;
    }
    sum * q.w + q.x * m.z_axis.z + m.row(1).dot(a)
}

#[test]
fn fields_and_indices() {
    let (_, (a, m, q)) = holds!(parts(A, &DMat3::from_rotation_x(0.4), DQuat::from_rotation_y(0.3)));
    assert_eq!(q.y, 0.0);
    assert_eq!(m.z_axis.z, DQuat::from_rotation_y(0.3).x);
    assert!(a.is_finite());
}

#[differentiable]
fn changed(a: DVec3, b: DVec3, s: f64) -> f64 {
    let mut v = a;
    v += b * s;
    v -= a * b;
    v *= s;
    v /= 1.0 + s * s;
    v.x = v.y * v.z;
    v.y += s;
    for i in 0..3 {
        v[i] = v[i] * a[i];
    }
    v.length_squared()
}

#[test]
fn variables_that_change() {
    holds!(changed(A, B, 0.7));
}

#[differentiable]
fn orbit(mut at: DVec2, mut speed: DVec2, #[constant] steps: usize) -> f64 {
    let mut action = 0.0;
    for _ in 0..steps {
        let pull = -at / at.length().powi(3);
        speed += pull * 0.1;
        at += speed * 0.1;
        action += 0.5 * speed.length_squared() + 1.0 / at.length();
    }
    action
}

#[test]
fn loops_that_carry_vectors() {
    holds!(orbit(DVec2::new(1.0, 0.2), DVec2::new(0.0, 1.0), 20));
}

#[differentiable]
fn camera(eye: DVec3, angles: [f64; 3], scale: f64, points: &[DVec3; 2]) -> f64 {
    let turn = DQuat::from_rotation_y(angles[0])
        * DQuat::from_rotation_x(angles[1])
        * DQuat::from_axis_angle(DVec3::Z, angles[2]);
    let world = DMat4::from_scale_rotation_translation(DVec3::splat(scale), turn, eye);
    let view = world.inverse();
    let mut sum = 0.0;
    for p in points {
        let seen = view.transform_point3(*p);
        let flat = DVec2::new(seen.x, seen.y) / (3.0 + seen.z);
        sum += flat.dot(flat) + view.transform_vector3(*p).x;
    }
    sum
}

#[test]
fn cameras() {
    holds!(camera(A, [0.3, -0.2, 0.5], 1.3, &[DVec3::new(1.0, 0.5, 2.0), B]));
}

#[differentiable]
fn built(x: f64, y: f64, z: f64) -> f64 {
    let v = DVec3::new(x, y * y, z.sin());
    let w = DVec3::from([y, z, x]).extend(x * y).truncate();
    let m = DMat3::from_cols(v, w, DVec3::Z);
    let n = DMat3::from_diagonal(v.zyx()) * m.transpose();
    let u = DVec4::from_array([x, y, z, 1.0]).normalize().xyz();
    n.determinant()
        + v.cross(w).dot(u.with_y(x))
        + DVec3::splat(z).max_element()
        + DVec2::from_angle(x).perp_dot(v.xy())
}

#[test]
fn values_that_are_made() {
    holds!(built(0.4, 0.7, -0.3));
}

#[differentiable]
fn by_component(a: DVec3, b: DVec3, p: &DVec3) -> f64 {
    let c = a.abs().sqrt() + b.exp() * p.sin().cos() + a.max(b).min(*p);
    (c.mul_add(a, b).powf(2.0) + p.abs().ln() + p.recip()).element_sum()
}

#[test]
fn methods_that_numbers_have_too() {
    holds!(by_component(A, B, &DVec3::new(0.2, 0.9, -1.3)));
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Bone {
    turn: DQuat,
    length: DVec3,
    scale: f64,
}

#[differentiable]
fn skeleton(bones: &[Bone; 3], goal: DVec3) -> f64 {
    let mut pose = DAffine3::IDENTITY;
    for bone in bones {
        pose = pose * DAffine3::from_scale_rotation_translation(DVec3::splat(bone.scale), bone.turn, bone.length);
    }
    (pose.transform_point3(DVec3::ZERO) - goal).length() + pose.translation.x + pose.inverse().matrix3.x_axis.y
}

#[test]
fn structs_and_affine_maps() {
    let bone = |x: f64| Bone { turn: DQuat::from_rotation_x(x), length: DVec3::new(0.1, 1.0, x), scale: 1.0 + x };
    holds!(skeleton(&[bone(0.3), bone(-0.4), bone(0.1)], A));
}

#[differentiable]
fn perhaps(a: DVec3, m: &DMat3) -> f64 {
    let unit = a.try_normalize().unwrap_or(DVec3::X);
    let Some(inverse) = m.try_inverse() else { return 0.0 };
    let (axis, angle) = DQuat::from_scaled_axis(inverse * unit).to_axis_angle();
    axis.x * angle + axis.angle_between(a) + inverse.mul_vec3(axis).reject_from(a).z
}

#[test]
fn options_and_pairs() {
    holds!(perhaps(A, &(DMat3::from_rotation_y(0.4) * 1.2)));
}

#[differentiable]
fn list(points: &Vec<DVec3>, q: DQuat) -> Vec<DVec3> {
    points.iter().map(|p| q.mul_vec3(*p).lerp(*p, 0.25)).collect()
}

#[differentiable]
fn spread(points: &Vec<DVec3>, q: DQuat) -> f64 {
    let moved = list(points, q);
    let mut sum = 0.0;
    for i in 0..moved.len() {
        sum += moved[i].distance(points[i]) + moved[i].project_onto(points[i]).x;
    }
    sum
}

#[test]
fn lists_of_vectors() {
    let points = vec![A, B];
    let (_, (by_points, _)) = spread::value_and_grad(&points, DQuat::from_rotation_z(0.8));
    report("spread", spread::at(&points, DQuat::from_rotation_z(0.8)).check());
    assert_eq!(by_points.len(), 2);
}

#[differentiable]
fn single(turn: Quat, at: Vec3A, m: &Mat4, p: Vec3) -> f32 {
    let pose = Affine3A::from_rotation_translation(turn.normalize(), p);
    let q = pose.transform_point3a(at) + turn * at;
    m.project_point3(Vec3::from(q)).length() + pose.inverse().transform_vector3(p).y
}

/// Against the same function in double precision.
#[differentiable]
fn double(turn: DQuat, at: DVec3, m: &DMat4, p: DVec3) -> f64 {
    let pose = DAffine3::from_rotation_translation(turn.normalize(), p);
    let q = pose.transform_point3(at) + turn * at;
    m.project_point3(q).length() + pose.inverse().transform_vector3(p).y
}

#[test]
fn single_precision_agrees_with_double() {
    let (turn, m) = (
        DQuat::from_euler(EulerRot::XYZ, 0.3, 0.4, 0.5),
        DMat4::from_cols_array(&[1.0, 0.1, 0.2, 0.3, 0.0, 1.2, 0.1, 0.2, 0.4, 0.1, 0.9, 0.1, 0.3, 0.2, 0.1, 2.0]),
    );
    let (value, (by_turn, by_at, by_m, by_p)) = holds!(double(turn, A, &m, B));
    let (found, found_by) = single::value_and_grad(turn.as_quat(), A.as_vec3a(), &m.as_mat4(), B.as_vec3());
    assert!((f64::from(found) - value).abs() < 1e-5);
    assert!(found_by.0.abs_diff_eq(by_turn.as_quat(), 1e-4), "{} {by_turn}", found_by.0);
    assert!(found_by.1.abs_diff_eq(by_at.as_vec3a(), 1e-4));
    assert!(found_by.2.abs_diff_eq(by_m.as_mat4(), 1e-4));
    assert!(found_by.3.abs_diff_eq(by_p.as_vec3(), 1e-4));
}

#[differentiable]
fn moved(a: DVec3, q: DQuat) -> DVec3 {
    q * a + a.cross(DVec3::Y)
}

#[test]
fn jacobians_are_arrays_of_columns() {
    let (y, (by_a, _)) = moved::at(A, DQuat::IDENTITY).jacobian_fwd();
    assert_eq!(y, A + A.cross(DVec3::Y));
    assert_eq!(by_a[0], DVec3::X + DVec3::X.cross(DVec3::Y));
    let (_, rows) = moved::at(A, DQuat::IDENTITY).jacobian_rev();
    assert_eq!(rows[2].0.x, by_a[0].z);
}

#[test]
fn leaves_are_components_and_columns() {
    assert_eq!((DVec3::LEAVES, DMat4::LEAVES, Affine3A::LEAVES), (1, 1, 4));
    assert_eq!((Vec3A::PARAMETERS, Affine3A::PARAMETERS, DAffine3::PARAMETERS), (3, 12, 12));
    assert_eq!(DMat3::IDENTITY.leaf_shape(0), [3, 3]);
    assert_eq!(DMat3::IDENTITY.leaf(0), Leaf::F64(&[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]));
}

/// A length of 0 has the derivative 0.
#[test]
fn conventions() {
    #[differentiable]
    fn length(a: DVec3, b: DVec3) -> f64 {
        a.length() + a.distance(b)
    }
    assert_eq!(length::grad(DVec3::ZERO, DVec3::ZERO), (DVec3::ZERO, DVec3::ZERO));

    #[differentiable]
    fn larger(a: DVec3, b: DVec3) -> f64 {
        a.max(b).x
    }
    assert_eq!(larger::grad(A, A), (DVec3::X * 0.5, DVec3::X * 0.5));
}

#[differentiable]
fn turned(q: DQuat, #[constant] p: DVec3) -> DVec3 {
    q * p
}

#[differentiable]
fn aim(q: DQuat, points: &[DVec3; 2], #[constant] goal: DVec3) -> f64 {
    let [x, y, z] = turned(q, goal).to_array();
    let mean: DVec3 = points.iter().sum::<DVec3>() / 2.0;
    let DVec3 { x: u, .. } = mean;
    if mean.is_finite() && mean.cmplt(goal).any() { (q * goal).dot(mean) + x * y - z * u } else { u }
}

/// A rotation of a constant vector reads the quaternion.
#[test]
fn factors_that_are_constant() {
    holds!(aim(DQuat::from_rotation_y(0.3), &[A, B], DVec3::new(0.2, 0.9, 1.3)));
}

#[differentiable]
fn cell(a: DVec3, b: DVec3, s: f64) -> f64 {
    let inside = (a - a.floor()) * 2.0 + a.round() * b + (b % a) - a % s;
    inside.dot(a.fract() + b.ceil() + b.trunc())
}

#[test]
fn integer_parts() {
    holds!(cell(A * 2.0, B, 0.4));
}
