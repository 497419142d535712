//! glam's types as differentiable types, and their twins.

use ::glam::{
    Affine3, Affine3A, DAffine2, DAffine3, DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat2, Mat3, Mat3A, Mat4,
    Quat, Vec2, Vec3, Vec3A, Vec4,
};
use ::nalgebra::{Quaternion, SMatrix};
use bytemuck::{cast, cast_mut, cast_ref};

use super::twins::Twin;
use crate::differentiable::{Ct, Tangent};
use crate::ops::arithmetic::GoesTo;
use crate::rule::lift::Lift;
use crate::rule::slot::{Out, Slot, give};
use crate::scalar::Dual;

/// All types but one have the memory of an array.
macro_rules! arrays {
    ($($t:ty as $array:ty;)*) => {
        crate::differentiable_as! {
            $($t as $array: x => (cast_ref(x), cast_mut(x)), numbers => cast(numbers);)*
        }
    };
}
arrays! {
    Vec2 as [f32; 2];
    Vec3 as [f32; 3];
    Vec4 as [f32; 4];
    Quat as [f32; 4];
    Mat2 as [[f32; 2]; 2];
    Mat3 as [[f32; 3]; 3];
    Mat3A as [Vec3A; 3];
    Mat4 as [[f32; 4]; 4];
    Affine3 as [[f32; 3]; 4];
    Affine3A as [Vec3A; 4];
    DVec2 as [f64; 2];
    DVec3 as [f64; 3];
    DVec4 as [f64; 4];
    DQuat as [f64; 4];
    DMat2 as [[f64; 2]; 2];
    DMat3 as [[f64; 3]; 3];
    DMat4 as [[f64; 4]; 4];
    DAffine2 as [[f64; 2]; 3];
    DAffine3 as [[f64; 3]; 4];
}
// Its memory has a fourth number, which is no component.
crate::differentiable_as! {
    Vec3A as [f32; 3]: x => (x.as_ref(), x.as_mut()), numbers => Self::from_array(numbers);
}

/// `type, number => twin, twin in dual numbers: |x| array, |array| value, |twin| array`. `a += b` has derivative 1.
macro_rules! twins {
    ($($t:ty, $T:ty => $of:ty, $dual:ty: |$x:ident| $to:expr, |$y:ident| $from:expr;)*) => {$(
        impl Twin for $t {
            type Of = $of;
            #[inline(always)]
            fn twin(&self) -> $of {
                Self::tangent_twin(self)
            }
            #[inline(always)]
            fn tangent_twin($x: &Self) -> $of {
                $to
            }
            #[inline(always)]
            fn tangent_of_twin($y: &$of) -> Self {
                $from
            }
        }

        impl Lift for $t {
            type Lifted = $dual;
            #[inline]
            fn lift(&self, dot: Option<&Self>) -> $dual {
                self.twin().lift(dot.map(Twin::twin).as_ref())
            }
            #[inline]
            fn lift_cotangent(bar: &Self, dot: Option<&Self>) -> $dual {
                bar.lift(dot)
            }
            #[inline]
            fn lower(bar: &$dual, place: impl Slot<Self>, place_dot: impl Slot<Self>) {
                let (mut value, mut tangent) = (<$of as Tangent>::zero(), <$of as Tangent>::zero());
                <$of as Lift>::lower(bar, Out::new(&mut value), Out::new(&mut tangent));
                place.accumulate(|d| Tangent::accumulate(d, &Self::tangent_of_twin(&value)));
                place_dot.accumulate(|d| Tangent::accumulate(d, &Self::tangent_of_twin(&tangent)));
            }
        }

        impl GoesTo<Self> for $t {
            #[inline]
            fn added(&self, b_bar: impl Slot<Ct<Self>>) {
                give(b_bar, self);
            }
            #[inline]
            fn subtracted(&self, b_bar: impl Slot<Ct<Self>>) {
                b_bar.accumulate(|d| {
                    let mut sum = Self::tangent_twin(d);
                    sum -= Self::tangent_twin(self);
                    *d = Self::tangent_of_twin(&sum);
                });
            }
        }
    )*};
}

/// Twins that are matrices of so many rows and columns, or vectors of one column.
macro_rules! matrix_twins {
    ($T:ty: $($V:ty = $d:literal),*; $($M:ty = $r:literal x $c:literal),*;) => {
        twins! {
            $($V, $T => SMatrix<$T, $d, 1>, SMatrix<Dual<$T>, $d, 1>: |x| SMatrix::from(x.to_array()), |y| Self::from_array(y.data.0[0]);)*
            $($M, $T => SMatrix<$T, $r, $c>, SMatrix<Dual<$T>, $r, $c>:
                |x| SMatrix::from(x.to_cols_array_2d()), |y| Self::from_cols_array_2d(&y.data.0);)*
        }
    };
}
matrix_twins! {
    f32: Vec2 = 2, Vec3 = 3, Vec3A = 3, Vec4 = 4;
    Mat2 = 2 x 2, Mat3 = 3 x 3, Mat3A = 3 x 3, Mat4 = 4 x 4, Affine3 = 3 x 4, Affine3A = 3 x 4;
}
matrix_twins! {
    f64: DVec2 = 2, DVec3 = 3, DVec4 = 4;
    DMat2 = 2 x 2, DMat3 = 3 x 3, DMat4 = 4 x 4, DAffine2 = 2 x 3, DAffine3 = 3 x 4;
}
// Both have the real part last in memory.
twins! {
    Quat, f32 => Quaternion<f32>, Quaternion<Dual<f32>>: |x| Quaternion::from(x.to_array()), |y| Self::from_array(y.coords.data.0[0]);
    DQuat, f64 => Quaternion<f64>, Quaternion<Dual<f64>>: |x| Quaternion::from(x.to_array()), |y| Self::from_array(y.coords.data.0[0]);
}
