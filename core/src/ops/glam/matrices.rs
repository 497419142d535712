//! Matrices and affine maps: operators, methods and the functions that make them.
//!
//! Functions have a rule for the size of what they make: `axis_rotation<4, 4>` makes a `Mat4`.

use ::glam::{
    Affine3, Affine3A, DAffine2, DAffine3, DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat2, Mat3, Mat3A, Mat4,
    Quat, Vec2, Vec3, Vec3A, Vec4,
};

#[allow(clippy::wildcard_imports, reason = "a row names a formula each")]
use super::formulas::*;
#[allow(clippy::wildcard_imports, reason = "a row names a rule each")]
use super::shared::*;
use super::twins::{as_nalgebra, made, makes};
use super::vectors::by_value;
use crate::ops::nalgebra::{matrices as of, parts};
use crate::ops::{add, div, mul, neg, sub};
use crate::rule::{By1, By2, By3, By4, Companion};

/// Square matrices, with a vector of their size and the functions that make them.
macro_rules! square {
    ($($M:ty, $V:ty, $T:ty, $d:literal;)*) => {$(
        as_nalgebra! {
            add: ($M, $M) -> $M; |a, b| *a + *b;
            sub: ($M, $M) -> $M; |a, b| *a - *b;
            neg: ($M) -> $M; |a| -*a;
            mul: ($M, $M) -> $M; |a, b| *a * *b;
            mul: ($M, $V) -> $V; |a, x| *a * *x;
            mul: ($M, $T) -> $M; |a, s| *a * *s;
            mul: ($T, $M) -> $M; |s, a| *s * *a;
            div: ($M, $T) -> $M; |a, s| *a / *s;
            transpose as of::transpose: ($M) -> $M; |a| a.transpose();
            determinant as of::determinant: ($M) -> $T; |a| a.determinant();
            matrix_inverse: ($M) -> $M; |a| a.inverse();
            try_inverse as of::try_inverse: ($M) -> Option<$M>; |a| a.try_inverse();
            diagonal as of::diagonal: ($M) -> $V; |a| a.diagonal();
            column as parts::column: ($M, usize) -> $V; |a, i| a.col(*i);
            row_vector: ($M, usize) -> $V; |a, i| a.row(*i);
            recip: ($M) -> $M; |a| a.recip();
            component_abs as of::component_abs: ($M) -> $M; |a| a.abs();
        }
        makes! {
            diagonal_matrix: ($V) -> $M; |x| <$M>::from_diagonal((*x).into());
            columns_of_numbers<$d, $d>: ([$T; { $d * $d }]) -> $M; |x| <$M>::from_cols_array(x);
            gathered: ([[$T; $d]; $d]) -> $M; |x| <$M>::from_cols_array_2d(x);
        }
        impl MatrixRules for $M {}
        impl MatrixRulesByValue for $M {}
    )*};
}
square! {
    Mat2, Vec2, f32, 2; Mat3, Vec3, f32, 3; Mat3A, Vec3A, f32, 3; Mat4, Vec4, f32, 4;
    DMat2, DVec2, f64, 2; DMat3, DVec3, f64, 3; DMat4, DVec4, f64, 4;
}

macro_rules! transposed_products {
    ($($M:ty, $V:ty: $f:ident;)*) => {
        as_nalgebra! {
            $(
                tr_mul as of::tr_mul: ($M, $V) -> $V; |a, x| a.$f(*x);
                scaled_columns: ($M, $V) -> $M; |a, s| a.mul_diagonal_scale((*s).into());
            )*
        }
    };
}
transposed_products! {
    Mat2, Vec2: transpose_mul_vec2; Mat3, Vec3: transpose_mul_vec3; Mat3A, Vec3A: transpose_mul_vec3a; Mat4, Vec4: transpose_mul_vec4;
    DMat2, DVec2: transpose_mul_vec2; DMat3, DVec3: transpose_mul_vec3; DMat4, DVec4: transpose_mul_vec4;
}

/// Matrices of one number type: functions, by the size of what they make.
macro_rules! functions {
    ($($T:ty, $V2:ty, $V3:ty, $V4:ty, $Q:ty: $M2:ty, $M3:ty, $M4:ty, [$($A:ty),*];)*) => {$(
        as_nalgebra! {
            transform_point: ($M3, $V2) -> $V2; |m, p| m.transform_point2(*p);
            transform_vector: ($M3, $V2) -> $V2; |m, v| m.transform_vector2(*v);
            transform_point: ($M4, $V3) -> $V3; |m, p| m.transform_point3(*p);
            transform_vector: ($M4, $V3) -> $V3; |m, v| m.transform_vector3(*v);
            project_point: ($M4, $V3) -> $V3; |m, p| m.project_point3(*p);
        }
        makes! {
            from_columns: ($V2, $V2) -> $M2; |a, b| <$M2>::from_cols(*a, *b);
            from_three_columns: ($V3, $V3, $V3) -> $M3; |a, b, c| <$M3>::from_cols(*a, *b, *c);
            from_four_columns: ($V4, $V4, $V4, $V4) -> $M4; |a, b, c, d| <$M4>::from_cols(*a, *b, *c, *d);
            plane_rotation<2, 2>: ($T) -> $M2; |theta| <$M2>::from_angle(*theta);
            plane_rotation<3, 3>: ($T) -> $M3; |theta| <$M3>::from_angle(*theta);
            scaling<3, 3>: ($V2) -> $M3; |s| <$M3>::from_scale(*s);
            translation<3, 3>: ($V2) -> $M3; |t| <$M3>::from_translation(*t);
            linear_map<4, 4>: ($M3) -> $M4; |m| <$M4>::from_mat3(*m);
            affine_map<4, 4>: ($M3, $V3) -> $M4; |m, t| <$M4>::from_mat3_translation(*m, *t);
            axis_rotation<3, 3>: ($V3, $T) -> $M3; |axis, theta| <$M3>::from_axis_angle(*axis, *theta);
            coordinate_rotation<0, 3, 3>: ($T) -> $M3; |theta| <$M3>::from_rotation_x(*theta);
            coordinate_rotation<1, 3, 3>: ($T) -> $M3; |theta| <$M3>::from_rotation_y(*theta);
            coordinate_rotation<2, 3, 3>: ($T) -> $M3; |theta| <$M3>::from_rotation_z(*theta);
            quaternion_rotation<3, 3>: ($Q) -> $M3; |q| <$M3>::from_quat(*q);
        }
        maps!($M4, 4, $T, $V3, $Q);
        impl MatrixFunctions<2> for $M2 {
            type Columns = By2<made<Self, from_columns>>;
        }
        impl MatrixFunctions<3> for $M3 {
            type Columns = By3<made<Self, from_three_columns>>;
        }
        impl MatrixFunctions<4> for $M4 {
            type Columns = By4<made<Self, from_four_columns>>;
        }
        $(
            maps!($A, 3, $T, $V3, $Q);
            as_nalgebra! {
                mul as affine_product: ($A, $A) -> $A; |a, b| *a * *b;
                affine_inverse: ($A) -> $A; |a| a.inverse();
                transform_point: ($A, $V3) -> $V3; |a, p| a.transform_point3(*p);
                transform_vector: ($A, $V3) -> $V3; |a, v| a.transform_vector3(*v);
            }
            makes! {
                linear_map<3, 4>: ($M3) -> $A; |m| <$A>::from_mat3(*m);
                affine_map<3, 4>: ($M3, $V3) -> $A; |m, t| <$A>::from_mat3_translation(*m, *t);
            }
            impl AffineRules for $A {}
            impl AffineFunctions for $A {}
        )*
    )*};
}

/// Motions in space, as matrices of `R` rows and four columns.
macro_rules! maps {
    ($M:ty, $r:literal, $T:ty, $V3:ty, $Q:ty) => {
        makes! {
            axis_rotation<$r, 4>: ($V3, $T) -> $M; |axis, theta| <$M>::from_axis_angle(*axis, *theta);
            coordinate_rotation<0, $r, 4>: ($T) -> $M; |theta| <$M>::from_rotation_x(*theta);
            coordinate_rotation<1, $r, 4>: ($T) -> $M; |theta| <$M>::from_rotation_y(*theta);
            coordinate_rotation<2, $r, 4>: ($T) -> $M; |theta| <$M>::from_rotation_z(*theta);
            quaternion_rotation<$r, 4>: ($Q) -> $M; |q| <$M>::from_quat(*q);
            motion<$r, 4>: ($Q, $V3) -> $M; |q, t| <$M>::from_rotation_translation(*q, *t);
            scaled_motion<$r, 4>: ($V3, $Q, $V3) -> $M; |s, q, t| <$M>::from_scale_rotation_translation(*s, *q, *t);
            scaling<$r, 4>: ($V3) -> $M; |s| <$M>::from_scale(*s);
            translation<$r, 4>: ($V3) -> $M; |t| <$M>::from_translation(*t);
        }
    };
}
functions! {
    f32, Vec2, Vec3, Vec4, Quat: Mat2, Mat3, Mat4, [Affine3, Affine3A];
    f64, DVec2, DVec3, DVec4, DQuat: DMat2, DMat3, DMat4, [DAffine3];
}

as_nalgebra! {
    mul: (Mat3A, Vec3) -> Vec3; |a, x| *a * *x;
    mul: (Mat3, Vec3A) -> Vec3A; |a, x| *a * *x;
    transform_point: (Affine3A, Vec3A) -> Vec3A; |a, p| a.transform_point3a(*p);
    transform_vector: (Affine3A, Vec3A) -> Vec3A; |a, v| a.transform_vector3a(*v);
    mul as affine_product: (DAffine2, DAffine2) -> DAffine2; |a, b| *a * *b;
    affine_inverse: (DAffine2) -> DAffine2; |a| a.inverse();
    transform_point: (DAffine2, DVec2) -> DVec2; |a, p| a.transform_point2(*p);
    transform_vector: (DAffine2, DVec2) -> DVec2; |a, v| a.transform_vector2(*v);
}
makes! {
    from_three_columns: (Vec3A, Vec3A, Vec3A) -> Mat3A; |a, b, c| Mat3A::from_cols(*a, *b, *c);
    plane_motion<2, 3>: (f64, DVec2) -> DAffine2; |theta, t| DAffine2::from_angle_translation(*theta, *t);
    affine_map<2, 3>: (DMat2, DVec2) -> DAffine2; |m, t| DAffine2::from_mat2_translation(*m, *t);
    translation<2, 3>: (DVec2) -> DAffine2; |t| DAffine2::from_translation(*t);
}
impl AffineRules for DAffine2 {}
impl PlaneFunctions for DAffine2 {}

/// Leads from the methods of matrices to their rules.
pub trait MatrixRules {
    crate::derivatives_of! {
        transpose: By1<transpose>;
        determinant: By1<determinant>;
        inverse: By1<matrix_inverse>;
        try_inverse: By1<try_inverse>;
        diagonal: By1<diagonal>;
        col: By2<column>;
        row: By2<row_vector>;
        mul_vec2: By2<mul>;
        mul_vec3: By2<mul>;
        mul_vec3a: By2<mul>;
        mul_vec4: By2<mul>;
        mul_mat2: By2<mul>;
        mul_mat3: By2<mul>;
        mul_mat4: By2<mul>;
        add_mat2: By2<add>;
        add_mat3: By2<add>;
        add_mat4: By2<add>;
        sub_mat2: By2<sub>;
        sub_mat3: By2<sub>;
        sub_mat4: By2<sub>;
        mul_scalar: By2<mul>;
        div_scalar: By2<div>;
        mul_diagonal_scale: By2<scaled_columns>;
        transpose_mul_vec2: By2<tr_mul>;
        transpose_mul_vec3: By2<tr_mul>;
        transpose_mul_vec3a: By2<tr_mul>;
        transpose_mul_vec4: By2<tr_mul>;
        transform_point2: By2<transform_point>;
        transform_vector2: By2<transform_vector>;
        transform_point3: By2<transform_point>;
        transform_vector3: By2<transform_vector>;
        project_point3: By2<project_point>;
    }
}

/// The same of methods that numbers have too.
pub trait MatrixRulesByValue: Copy {
    by_value! {
        derivative_of_abs: By1<component_abs>;
        derivative_of_recip: By1<recip>;
    }
}

/// Leads from the methods of affine maps to their rules.
pub trait AffineRules {
    crate::derivatives_of! {
        inverse: By1<affine_inverse>;
        transform_point2: By2<transform_point>;
        transform_vector2: By2<transform_vector>;
        transform_point3: By2<transform_point>;
        transform_vector3: By2<transform_vector>;
        transform_point3a: By2<transform_point>;
        transform_vector3a: By2<transform_vector>;
    }
}

/// Leads from the functions that make matrices to their rules.
pub trait MatrixFunctions<const N: usize>: Sized + 'static {
    /// The rule of `from_cols`.
    type Columns: Companion;
    crate::derivatives_of! {
        fn from_cols: Self::Columns;
        fn from_cols_array: By1<made<Self, columns_of_numbers<N, N>>>;
        fn from_cols_array_2d: By1<made<Self, gathered>>;
        fn from_diagonal: By1<made<Self, diagonal_matrix>>;
        fn from_angle: By1<made<Self, plane_rotation<N, N>>>;
        fn from_scale: By1<made<Self, scaling<N, N>>>;
        fn from_translation: By1<made<Self, translation<N, N>>>;
        fn from_axis_angle: By2<made<Self, axis_rotation<N, N>>>;
        fn from_rotation_x: By1<made<Self, coordinate_rotation<0, N, N>>>;
        fn from_rotation_y: By1<made<Self, coordinate_rotation<1, N, N>>>;
        fn from_rotation_z: By1<made<Self, coordinate_rotation<2, N, N>>>;
        fn from_quat: By1<made<Self, quaternion_rotation<N, N>>>;
        fn from_mat3: By1<made<Self, linear_map<N, N>>>;
        fn from_mat3_translation: By2<made<Self, affine_map<N, N>>>;
        fn from_rotation_translation: By2<made<Self, motion<N, N>>>;
        fn from_scale_rotation_translation: By3<made<Self, scaled_motion<N, N>>>;
    }
}
impl MatrixFunctions<3> for Mat3A {
    type Columns = By3<made<Self, from_three_columns>>;
}

/// Leads from the functions that make affine maps of space to their rules.
pub trait AffineFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_axis_angle: By2<made<Self, axis_rotation<3, 4>>>;
        fn from_rotation_x: By1<made<Self, coordinate_rotation<0, 3, 4>>>;
        fn from_rotation_y: By1<made<Self, coordinate_rotation<1, 3, 4>>>;
        fn from_rotation_z: By1<made<Self, coordinate_rotation<2, 3, 4>>>;
        fn from_quat: By1<made<Self, quaternion_rotation<3, 4>>>;
        fn from_rotation_translation: By2<made<Self, motion<3, 4>>>;
        fn from_scale_rotation_translation: By3<made<Self, scaled_motion<3, 4>>>;
        fn from_scale: By1<made<Self, scaling<3, 4>>>;
        fn from_translation: By1<made<Self, translation<3, 4>>>;
        fn from_mat3: By1<made<Self, linear_map<3, 4>>>;
        fn from_mat3_translation: By2<made<Self, affine_map<3, 4>>>;
    }
}

/// Leads from the functions that make affine maps of the plane to their rules.
pub trait PlaneFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_angle_translation: By2<made<Self, plane_motion<2, 3>>>;
        fn from_mat2_translation: By2<made<Self, affine_map<2, 3>>>;
        fn from_translation: By1<made<Self, translation<2, 3>>>;
    }
}
