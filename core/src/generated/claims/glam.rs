//! What is claimed of glam's types.

use ::glam::{
    BVec2, BVec3, BVec3A, BVec4, BVec4A, DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat2, Mat3, Mat3A, Mat4,
    Quat, Vec2, Vec3, Vec3A, Vec4,
};

use super::{Inert, Joins};
use crate::generated::Folded;
use crate::generated::folds::ByShape;

macro_rules! joins {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Joins<Self> for $t {}
        #[diagnostic::do_not_recommend]
        impl Joins<&Self> for $t {}
    )*};
}
joins!(Vec2 Vec3 Vec3A Vec4 Quat Mat2 Mat3 Mat3A Mat4 DVec2 DVec3 DVec4 DQuat DMat2 DMat3 DMat4);

macro_rules! lists {
    ($($t:ty)*) => {$(
        impl super::List for $t {}
    )*};
}
lists!(Vec2 Vec3 Vec3A Vec4 DVec2 DVec3 DVec4);

/// Their sums and products are those of the elements, in order.
macro_rules! folded {
    ($($t:ty)*) => {$(
        impl Folded<ByShape> for $t {}
    )*};
}
folded!(Vec2 Vec3 Vec3A Vec4 DVec2 DVec3 DVec4 Mat2 Mat3 Mat3A Mat4 DMat2 DMat3 DMat4 Quat DQuat);

macro_rules! inert {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Inert for $t {}
    )*};
}
inert!(BVec2 BVec3 BVec3A BVec4 BVec4A);
