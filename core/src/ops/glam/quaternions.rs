//! Quaternions. Cotangents are those of the four components; off the unit sphere they are the derivatives of glam's formulas.

use ::glam::{DMat3, DQuat, DVec3, Mat3, Quat, Vec3, Vec3A};

#[allow(clippy::wildcard_imports, reason = "a row names a formula each")]
use super::formulas::*;
use super::twins::{as_nalgebra, made, makes};
use crate::ops::glam::shared::{dot, norm_squared, normalize};
use crate::ops::nalgebra::of_numbers::New;
use crate::ops::nalgebra::rotations::{conjugate, imag};
use crate::ops::norm::norm;
use crate::ops::{add, div, mul, neg, sub};
use crate::rule::{By1, By2, By3};

macro_rules! quaternions {
    ($($Q:ty, $V:ty, $M:ty, $T:ty;)*) => {$(
        as_nalgebra! {
            add: ($Q, $Q) -> $Q; |a, b| *a + *b;
            sub: ($Q, $Q) -> $Q; |a, b| *a - *b;
            neg: ($Q) -> $Q; |a| -*a;
            mul: ($Q, $Q) -> $Q; |a, b| *a * *b;
            mul: ($Q, $T) -> $Q; |a, s| *a * *s;
            div: ($Q, $T) -> $Q; |a, s| *a / *s;
            mul as rotated: ($Q, $V) -> $V; |q, v| *q * *v;
            conjugate: ($Q) -> $Q; |q| q.conjugate();
            imag: ($Q) -> $V; |q| q.xyz();
            dot: ($Q, $Q) -> $T; |a, b| a.dot(*b);
            norm: ($Q) -> $T; |q| q.length();
            norm_squared: ($Q) -> $T; |q| q.length_squared();
            quaternion_length_recip: ($Q) -> $T; |q| q.length_recip();
            normalize: ($Q) -> $Q; |q| q.normalize();
            quaternion_lerp: ($Q, $Q, $T) -> $Q; |a, b, t| a.lerp(*b, *t);
            quaternion_slerp: ($Q, $Q, $T) -> $Q; |a, b, t| a.slerp(*b, *t);
            quaternion_angle: ($Q, $Q) -> $T; |a, b| a.angle_between(*b);
            to_axis_angle: ($Q) -> ($V, $T); |q| q.to_axis_angle();
            to_scaled_axis: ($Q) -> $V; |q| q.to_scaled_axis();
            numbers_of: ($Q) -> [$T; 4]; |q| q.to_array();
        }
        makes! {
            quaternion_of_numbers: ([$T; 4]) -> $Q; |x| <$Q>::from_array(*x);
            quaternion_of_axis: ($V, $T) -> $Q; |axis, theta| <$Q>::from_axis_angle(*axis, *theta);
            exponential: ($V) -> $Q; |v| <$Q>::from_scaled_axis(*v);
            quaternion_of_coordinate<0>: ($T) -> $Q; |theta| <$Q>::from_rotation_x(*theta);
            quaternion_of_coordinate<1>: ($T) -> $Q; |theta| <$Q>::from_rotation_y(*theta);
            quaternion_of_coordinate<2>: ($T) -> $Q; |theta| <$Q>::from_rotation_z(*theta);
            rotation_arc: ($V, $V) -> $Q; |a, b| <$Q>::from_rotation_arc(*a, *b);
            quaternion_of_matrix: ($M) -> $Q; |m| <$Q>::from_mat3(m);
        }
        impl QuaternionRules for $Q {}
        impl QuaternionFunctions for $Q {}
    )*};
}
quaternions! {
    Quat, Vec3, Mat3, f32;
    DQuat, DVec3, DMat3, f64;
}
as_nalgebra! {
    mul as rotated: (Quat, Vec3A) -> Vec3A; |q, v| *q * *v;
}

/// Leads from the methods of quaternions to their rules.
pub trait QuaternionRules {
    crate::derivatives_of! {
        conjugate: By1<conjugate>;
        inverse: By1<conjugate>;
        xyz: By1<imag>;
        dot: By2<dot>;
        length: By1<norm>;
        length_squared: By1<norm_squared>;
        length_recip: By1<quaternion_length_recip>;
        normalize: By1<normalize>;
        lerp: By3<quaternion_lerp>;
        slerp: By3<quaternion_slerp>;
        angle_between: By2<quaternion_angle>;
        to_axis_angle: By1<to_axis_angle>;
        to_scaled_axis: By1<to_scaled_axis>;
        to_array: By1<numbers_of>;
        mul_quat: By2<mul>;
        mul_vec3: By2<mul>;
        mul_vec3a: By2<mul>;
    }
}

/// Leads from the functions that make quaternions to their rules.
pub trait QuaternionFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_xyzw: New<Self, 4>;
        fn from_array: By1<made<Self, quaternion_of_numbers>>;
        fn from_axis_angle: By2<made<Self, quaternion_of_axis>>;
        fn from_scaled_axis: By1<made<Self, exponential>>;
        fn from_rotation_x: By1<made<Self, quaternion_of_coordinate<0>>>;
        fn from_rotation_y: By1<made<Self, quaternion_of_coordinate<1>>>;
        fn from_rotation_z: By1<made<Self, quaternion_of_coordinate<2>>>;
        fn from_rotation_arc: By2<made<Self, rotation_arc>>;
        fn from_mat3: By1<made<Self, quaternion_of_matrix>>;
    }
}
