//! Casts between number types.
//!
//! Of numbers `as`, `from` and `into`, of `f16` and `bf16` also `to_f32`, `from_f32` and the like; of tensors `cast`.

use crate::kernels::add_to;
use crate::ops::of_num_traits::num_cast;
use crate::rule::{By1, formula, rule};
use crate::scalar::Real;
use crate::tape::No;
use crate::tensor::{Shape, Tensor};

rule! {
    /// `a as Y`. Derivative 1; the cotangent is rounded to the type of `a`.
    cast<Y> reads (No, No);
    linear for [A: Real, Y: Real] (a: A) -> Y;
    y = number_cast(*a);
    a (=> |c, d| add_cast(d, *c));
}

formula! {
    {} {cast<Y>}
    linear for [A: Real, Y: Real, S: Shape] (a: Tensor<A, S>) -> Tensor<Y, S>;
    y = a.cast();
    a (=> |c, d| d.zip_assign(c, add_cast));
}

impl<T: Real, S: Shape> Tensor<T, S> {
    /// Every number as one of type `Y`: `as` for tensors. Derivative 1; the cotangent is rounded to the type of `self`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn f(x: &Vector<f32, 2>) -> f64 {
    ///     x.cast::<f64>().square().sum()
    /// }
    /// assert_eq!(f::grad(&tensor([0.5, 3.0])), tensor([1.0, 6.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn cast<Y: Real>(&self) -> Tensor<Y, S> {
        self.map(number_cast)
    }
}

#[inline(always)]
pub(super) fn number_cast<A: Real, Y: Real>(a: A) -> Y {
    const { assert!(A::PARTS <= Y::PARTS, "a cast from dual numbers to plain ones would lose the tangent") }
    from_parts_of(a)
}

/// The same parts, in the same number.
#[inline(always)]
pub(super) fn from_parts_of<A: Real, Y: Real>(a: A) -> Y {
    Y::from_parts(|i| if i < A::PARTS { a.part(i) } else { 0.0 })
}

/// Adds a number of another type.
#[inline(always)]
pub(super) fn add_cast<A: Real, Y: Real>(d: &mut A, c: Y) {
    add_to(d, from_parts_of(c));
}

/// Whole numbers become floating-point ones; no derivative flows through them.
macro_rules! cast_constant {
    ($($t:ty)*) => {$(
        formula! {
            {} {cast<Y>}
            constant for [Y: Real] (a: $t) -> Y;
            y = {
                #[allow(clippy::cast_precision_loss, clippy::cast_lossless)]
                Y::lit(*a as f64)
            };
        }
    )*};
}
cast_constant!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// Leads from the method to its rule.
pub trait CastRule {
    crate::derivatives_of! {
        cast<Y: Real>: By1<cast<Y>>;
        to_f32: By1<cast<f32>>;
        to_f64: By1<cast<f64>>;
        to_f32_of_num_traits: By1<num_cast<f32>>;
        to_f64_of_num_traits: By1<num_cast<f64>>;
    }
}
impl<X> CastRule for X {}

/// Leads from `x.into()`, which gives the number type that its place asks for, to its rule.
pub trait IntoRule {
    crate::derivatives_of! { into<Y: Real>: By1<cast<Y>>; }
}
impl<T: Real> IntoRule for T {}
macro_rules! into_of_whole_numbers {
    ($($t:ty)*) => {$(
        impl IntoRule for $t {}
    )*};
}
into_of_whole_numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
