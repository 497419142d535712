//! Softmax along an axis.
//!
//! The largest element is subtracted first, so that nothing overflows; softmax does not change when all elements of a line are
//! shifted, so the shift has no derivative. Its Jacobian `diag(y) - y yᵀ` is symmetric: one function serves both modes.

use core::ops::Mul;

use crate::rule::slot::WriteMode;
use crate::rule::{By1, rule};
use crate::scalar::{Element, Real};
use crate::tape::{No, Read, Yes};
use crate::tensor::{
    AnyShape, HasAxis, Tensor, exponentiate, wide_mut, written, zip_accumulate, zip3_accumulate, zip3_put,
};

impl<T: Element, S: AnyShape> Tensor<T, S> {
    /// `exp(x) / Σ exp(x)`, the sum is along axis `AXIS`: positive numbers that add up to 1 along it.
    ///
    /// It does not overflow: large inputs are shifted by their maximum. An element `-∞` gives exactly 0; a line with `+∞` or NaN in it, or
    /// with only `-∞`, is NaN. An empty axis does not compile.
    ///
    /// Derivative: `x̄ += y (ȳ - Σ ȳ y)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x: Matrix<f64, 2, 2> = tensor([[1000.0, 1000.0], [0.0, f64::NEG_INFINITY]]);
    /// assert_eq!(x.softmax::<1>(), tensor([[0.5, 0.5], [1.0, 0.0]]));
    ///
    /// #[differentiable]
    /// fn first(x: &Vector<f64, 2>) -> f64 {
    ///     x.softmax::<0>()[[0]]
    /// }
    /// assert_eq!(first::grad(&tensor([7.0, 7.0])), tensor([0.25, -0.25]));
    /// ```
    #[inline]
    #[must_use]
    pub fn softmax<const AXIS: isize>(&self) -> Self
    where
        S: HasAxis<AXIS>,
        T: Real,
    {
        written(|y| {
            *y = *self;
            wide_mut(y, |y| {
                let (_, sum) = exponentials::<AXIS, T::Wide, S>(y);
                *y /= sum;
            });
        })
    }

    #[doc(hidden)]
    pub fn derivative_of_softmax<const AXIS: isize>(&self) -> By1<softmax<AXIS>> {
        By1::new()
    }
}

/// Replaces every element by `exp(x - max)`; returns the largest element of each line and the sum of its exponentials.
#[inline]
pub(super) fn exponentials<const AXIS: isize, T: Real, S: HasAxis<AXIS>>(
    x: &mut Tensor<T, S>,
) -> (Tensor<T, S::Kept>, Tensor<T, S::Kept>) {
    let max = x.max_keep::<AXIS>();
    *x -= max;
    exponentiate(x);
    (max, x.sum_keep::<AXIS>())
}

/// `y (v - inner)`
#[inline(always)]
fn centred_times<T: Real>(v: T, y: T, inner: T) -> T {
    y * (v - inner)
}

#[inline(always)]
fn minus_product<T: Real>(y: T, inner: T) -> T {
    -y * inner
}

/// `d += (diag(y) - y yᵀ) v`, or `=`, for each line along the axis.
#[inline]
fn times_jacobian<const AXIS: isize, T: Real, S: HasAxis<AXIS>>(
    y: &Tensor<T, S>,
    v: &Tensor<T, S>,
    d: &mut Tensor<T, S>,
    how: WriteMode,
) {
    zip3_put(v, y, &inner::<AXIS, T, S>(v, y), d, how, centred_times);
}

/// `Σ v y` for each line along the axis.
#[inline]
fn inner<const AXIS: isize, T: Real, S: HasAxis<AXIS>>(v: &Tensor<T, S>, y: &Tensor<T, S>) -> Tensor<T::Wide, S::Kept> {
    let mut inner = Tensor::ZEROS;
    zip_accumulate(v, y, &mut inner, Mul::mul);
    inner
}

rule! {
    /// Softmax along axis `AXIS`. VJP: `x̄ += y (ȳ - Σ ȳ y)`. JVP: `ẏ = y (ẋ - Σ ẋ y)`.
    softmax[AXIS: isize] reads (No, Yes);
    by_hand for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S>;
    y = x.softmax::<AXIS>();
    x (y => |c, d, how| times_jacobian::<AXIS, T, S>(y, c, d, how));
    tangent(x_dot) = {
        let mut y_dot = Tensor::ZEROS;
        if let Some(x_dot) = x_dot {
            times_jacobian::<AXIS, T, S>(y, x_dot, &mut y_dot, WriteMode::Accumulate);
        }
        y_dot
    };
    second |_, (y, y_dot), (c, c_dot), (x_bar, mut x_bar_dot)| {
        Self::vjp(&(), Read::absent(), y, c, x_bar);
        if let Some(c) = c_dot {
            Self::vjp(&(), Read::absent(), y, c, x_bar_dot.out());
        }
        if let Some(y_dot) = y_dot {
            x_bar_dot.accumulate(|d| {
                zip3_accumulate(c, y_dot, &inner::<AXIS, T, S>(c, y.get()), d, centred_times);
                zip_accumulate(y.get(), &inner::<AXIS, T, S>(c, y_dot), d, minus_product);
            });
        }
    }
}
