//! The logarithm of a sum of exponentials: of all elements, or along axes.
//!
//! The largest element is taken out first, so that nothing overflows.

use super::reduction::{Reduce, reduction};
use crate::real::Real;
use crate::rule::{By1, times};
use crate::slot::Slot;
use crate::tape::Yes;
use crate::tensor::{
    HasAxis, MovingTensor, Shape, SumTo, Tensor, add_dual, fold_to, kept, widened, zip_accumulate, zip3_accumulate,
};

reduction! {
    /// `ln Σ eˣ`, without overflow on the way; -∞ of nothing, and where all elements are -∞. Derivative `exp(x - y)`, the softmax; 0 where
    /// `y` is -∞, NaN at an element that is +∞.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1000.0, 1000.0]).logsumexp(), 1000.0 + 2.0_f64.ln());
    /// ```
    LogsumexpRules: logsumexp logsumexp_axis logsumexp_keep logsumexp_to reads (Yes, Yes);
    "The logarithm of the sum of exponentials"
}

/// The largest element of nothing.
#[inline(always)]
fn least<T: Real>(_: T) -> T {
    T::NEG_INFINITY
}

/// The largest element, where it can be taken out.
#[inline(always)]
fn finite<T: Real>(m: T) -> T {
    if m.is_finite() { m } else { T::ZERO }
}
#[inline(always)]
fn shifted_exp<T: Real>(x: T, m: T) -> T {
    (x - m).exp()
}
/// `exp(x - y)`
#[inline(always)]
fn weight<T: Real>(x: T, y: T) -> T {
    if y == T::NEG_INFINITY { T::ZERO } else { (x - y).exp() }
}
#[inline(always)]
fn times_weight<T: Real>(x: T, y: T, c: T) -> T {
    times(c, weight(x, y))
}

impl Reduce for logsumexp {
    fn value<T: Real, S: Shape + SumTo<K>, K: Shape>(x: &Tensor<T, S>) -> Tensor<T, K> {
        let max = widened(&fold_to::<T, S, K>(x, least, T::max)).map(finite);
        let mut sum = Tensor::<T::Wide, K>::ZEROS;
        zip_accumulate(x, &max, &mut sum, shifted_exp);
        (sum.ln() + max).map(T::rounded)
    }
    fn adjoint<T: Real, S: Shape + SumTo<K>, K: Shape>(
        x: &Tensor<T, S>,
        y: impl FnOnce() -> Tensor<T, K>,
        c: &Tensor<T, K>,
        d: &mut Tensor<T, S>,
    ) {
        zip3_accumulate(x, &y(), c, d, times_weight);
    }
    fn tangent<T: Real, S: Shape + SumTo<K>, K: Shape>(
        x: &Tensor<T, S>,
        y: &Tensor<T, K>,
        x_dot: &Tensor<T, S>,
    ) -> Tensor<T, K> {
        let mut out = Tensor::ZEROS;
        zip3_accumulate(x, y, x_dot, &mut out, times_weight);
        out
    }
    fn second<T: Real, S: Shape + SumTo<K>, K: Shape, P: Slot<Tensor<T, S>>, Q: Slot<Tensor<T, S>>>(
        x: MovingTensor<'_, T, S>,
        y: impl FnOnce() -> (Tensor<T, K>, Option<Tensor<T, K>>),
        c: MovingTensor<'_, T, K>,
        (place, place_dot): (P, Q),
    ) {
        let (y, y_dot) = y();
        add_dual(place, place_dot, (x, (&y, y_dot.as_ref()), c), times_weight);
    }
}
