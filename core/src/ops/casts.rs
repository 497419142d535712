//! Casts between number types.
//!
//! Of numbers `as` and `from`, of `f16` and `bf16` also `to_f32`, `from_f32` and the like; of tensors `cast`.

use super::linear::rule;
use crate::differentiable::{Ct, NoGrad};
use crate::kernels::add_to;
use crate::rule::lift::second;
use crate::rule::slot::Slot;
use crate::rule::{By1, Rule1};
use crate::scalar::Real;
use crate::tape::{No, Read};
use crate::tensor::{Shape, Tensor};

rule! {
    /// `a as Y`. Derivative 1; the cotangent is rounded to the type of `a`.
    cast<Y> reads (No, No);
}

impl<A: Real, Y: Real> Rule1<A> for cast<Y> {
    type Output = Y;
    type Residual = ();
    #[inline(always)]
    fn forward(a: &A) -> (Y, ()) {
        (number_cast(*a), ())
    }
    #[inline(always)]
    fn vjp((): &(), _: Read<'_, A>, _: Read<'_, Y>, c: &Y, a_bar: impl Slot<Ct<A>>) {
        a_bar.accumulate(|d| add_cast(d, *c));
    }
    #[inline(always)]
    fn jvp(_: &A, _: &Y, a_dot: Option<&A>) -> Y {
        a_dot.map_or(Y::ZERO, |t| number_cast(*t))
    }
    second!(linear for A);
}

impl<A: Real, Y: Real, S: Shape> Rule1<Tensor<A, S>> for cast<Y> {
    type Output = Tensor<Y, S>;
    type Residual = ();
    fn forward(a: &Tensor<A, S>) -> (Tensor<Y, S>, ()) {
        (a.cast(), ())
    }
    fn vjp(
        (): &(),
        _: Read<'_, Tensor<A, S>>,
        _: Read<'_, Tensor<Y, S>>,
        c: &Tensor<Y, S>,
        a_bar: impl Slot<Ct<Tensor<A, S>>>,
    ) {
        a_bar.accumulate(|d| d.zip_assign(c, add_cast));
    }
    fn jvp(_: &Tensor<A, S>, _: &Tensor<Y, S>, a_dot: Option<&Tensor<A, S>>) -> Tensor<Y, S> {
        a_dot.map_or(Tensor::ZEROS, Tensor::cast)
    }
    second!(linear for Tensor<A, S>);
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
fn number_cast<A: Real, Y: Real>(a: A) -> Y {
    const { assert!(A::PARTS <= Y::PARTS, "a cast from dual numbers to plain ones would lose the tangent") }
    from_parts_of(a)
}

/// The same parts, as many as there are.
#[inline(always)]
fn from_parts_of<A: Real, Y: Real>(a: A) -> Y {
    Y::from_parts(|i| if i < A::PARTS { a.part(i) } else { 0.0 })
}

/// Adds a number of another type.
#[inline(always)]
fn add_cast<A: Real, Y: Real>(d: &mut A, c: Y) {
    add_to(d, from_parts_of(c));
}

/// Whole numbers become floating-point ones; no derivative flows through them.
macro_rules! cast_constant {
    ($($t:ty)*) => {$(
        impl<Y: Real> Rule1<$t> for cast<Y> {
            type Output = Y;
            type Residual = ();
            #[allow(clippy::cast_precision_loss, clippy::cast_lossless)]
            fn forward(a: &$t) -> (Y, ()) {
                (Y::lit(*a as f64), ())
            }
            #[inline(always)]
            fn vjp((): &(), _: Read<'_, $t>, _: Read<'_, Y>, _: &Y, _: impl Slot<NoGrad>) {}
            fn jvp(_: &$t, _: &Y, _: Option<&NoGrad>) -> Y {
                Y::ZERO
            }
            second!(linear for $t);
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
    }
}
impl<X> CastRule for X {}
