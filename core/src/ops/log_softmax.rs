//! The logarithm of softmax along an axis.
//!
//! A rule of its own, because `ln` of `softmax` loses small probabilities to underflow.

use super::softmax::exponentials;
use crate::rule::{By1, rule};
use crate::scalar::{Element, Real};
use crate::tape::{No, Read, Yes};
use crate::tensor::{AnyShape, HasAxis, Shape, Tensor, exponentiate, wide_mut, wide_sum_to, widened, zip3_accumulate};

impl<T: Element, S: AnyShape> Tensor<T, S> {
    /// `x - ln Σ exp(x)`, the sum is along axis `AXIS`: the logarithms of the [softmax](Self::softmax), accurate where that
    /// underflows.
    ///
    /// A line with `+∞` or NaN in it, or with only `-∞`, is NaN. An empty axis does not compile.
    ///
    /// Derivative: `x̄ += ȳ - exp(y) Σ ȳ`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, -1e4]).log_softmax::<0>(), tensor([0.0, -1e4]));
    /// ```
    #[inline]
    #[must_use]
    pub fn log_softmax<const AXIS: isize>(&self) -> Self
    where
        S: HasAxis<AXIS>,
        T: Real,
    {
        let mut y = *self;
        wide_mut(&mut y, log_probabilities::<AXIS, T::Wide, S>);
        y
    }

    #[doc(hidden)]
    pub fn derivative_of_log_softmax<const AXIS: isize>(&self) -> By1<log_softmax<AXIS>> {
        By1::new()
    }
}

/// `c - p sum`
#[inline(always)]
fn less_its_share<T: Real>(c: T, p: T, sum: T) -> T {
    c - p * sum
}

/// `exp(y)`
#[inline]
fn probabilities<T: Real, S: Shape>(y: &Tensor<T, S>) -> Tensor<T::Wide, S> {
    let mut p = widened(y);
    exponentiate(&mut p);
    p
}

/// Replaces every element by the logarithm of its softmax.
#[inline]
pub(super) fn log_probabilities<const AXIS: isize, T: Real, S: HasAxis<AXIS>>(x: &mut Tensor<T, S>) {
    let mut exp = *x;
    let (max, sum) = exponentials::<AXIS, T, S>(&mut exp);
    *x -= max;
    *x -= sum.ln();
}

#[inline(always)]
fn minus_weighted<T: Real>(y_dot: T, y: T, sum: T) -> T {
    -y.exp() * y_dot * sum
}

rule! {
    /// Log-softmax along axis `AXIS`. VJP: `x̄ += ȳ - exp(y) Σ ȳ`. JVP: `ẏ = ẋ - Σ exp(y) ẋ`.
    log_softmax[AXIS: isize] reads (No, Yes);
    by_hand for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S>;
    y = x.log_softmax::<AXIS>();
    x (y => |c, d| zip3_accumulate(c, &probabilities(y), &wide_sum_to::<T, S, S::Kept>(c), d, less_its_share));
    tangent(x_dot) = {
        let mut y_dot = x_dot.copied().unwrap_or_default();
        wide_mut(&mut y_dot, |t| *t -= (*t * probabilities(y)).sum_keep::<AXIS>());
        y_dot
    };
    second |_, (y, y_dot), (c, c_dot), (x_bar, mut x_bar_dot)| {
        Self::vjp(&(), Read::absent(), y, c, x_bar);
        if let Some(c) = c_dot {
            Self::vjp(&(), Read::absent(), y, c, x_bar_dot.out());
        }
        if let Some(y_dot) = y_dot {
            let sum = wide_sum_to::<T, S, S::Kept>(c);
            x_bar_dot.accumulate(|d| zip3_accumulate(y_dot, y.get(), &sum, d, minus_weighted));
        }
    }
}
