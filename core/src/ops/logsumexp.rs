//! The logarithm of a sum of exponentials: of all elements, or along axes.
//!
//! The largest element is subtracted first, so nothing overflows.

use super::reduction::{Reduce, reduction};
use crate::rule::{add_dual, times};
use crate::scalar::Real;
use crate::tape::Yes;
use crate::tensor::{HasAxis, Shape, SumTo, Tensor, exponentiate, fold_to, kept, widened, zip_accumulate};

reduction! {
    /// `ln Σ eˣ`, without intermediate overflow; -∞ of nothing, and where all elements are -∞. Derivative `exp(x - y)`, the softmax; 0 where
    /// `y` is -∞, NaN at an element that is +∞.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1000.0, 1000.0]).logsumexp(), 1000.0 + 2.0_f64.ln());
    /// ```
    logsumexp logsumexp_axis logsumexp_keep logsumexp_to reads (Yes, Yes);
    "The logarithm of the sum of exponentials";
    y = {
        let max = widened(&fold_to::<T, S, K>(x, least, T::max)).map(finite);
        let sum = weights(x, &max).sum_to::<K>();
        (sum.ln() + max).map(T::rounded)
    };
    x (x, y => |c, d| zip_accumulate(&weights(x, &widened(y)), c, d, along));
    tangent(x_dot) = {
        let mut y_dot = Tensor::ZEROS;
        zip_accumulate(&weights(x, &widened(y)), x_dot, &mut y_dot, along);
        y_dot
    };
    second |x, (y, y_dot), c, place, place_dot| add_dual(place, place_dot, (x, (&y, y_dot.as_ref()), c), times_weight)
}

/// The largest element of an empty tensor.
#[inline(always)]
fn least<T: Real>(_: T) -> T {
    T::NEG_INFINITY
}

/// The largest element, if it can be factored out.
#[inline(always)]
fn finite<T: Real>(m: T) -> T {
    if m.is_finite() { m } else { T::ZERO }
}
/// `x - y`, and `-∞` where `y` is `-∞`: all elements are then.
#[inline(always)]
fn below<T: Real>(x: T, y: T) -> T {
    if y == T::NEG_INFINITY { y } else { x - y }
}
/// `exp(x - y)`
#[inline]
fn weights<T: Real, S: Shape + SumTo<K>, K: Shape>(x: &Tensor<T, S>, y: &Tensor<T::Wide, K>) -> Tensor<T::Wide, S> {
    let mut weights = widened(x);
    weights.zip_assign(y, |x, y| *x = below(*x, y));
    exponentiate(&mut weights);
    weights
}

/// `c · weight`
#[inline(always)]
fn along<T: Real>(weight: T, c: T) -> T {
    times(c, weight)
}

/// `c · exp(x - y)`
#[inline]
fn times_weight<T: Real>(x: T, y: T, c: T) -> T {
    times(c, below(x, y).exp())
}
