//! The Euclidean norm: of all elements, or along axes.
//!
//! Squares that overflow, or vanish, are computed again with the largest element divided out.

use super::reduction::{Reduce, reduction};
use crate::rule::slot::Slot;
use crate::rule::{By1, TensorWithTangent, add_dual, times};
use crate::scalar::{Element, Real};
use crate::tape::Yes;
use crate::tensor::{HasAxis, Shape, SumTo, Tensor, fold_to, kept, widened, zip_accumulate};

reduction! {
    /// `√Σ x²`, without overflow on the way. Derivative `x / y`; 0 where the norm is 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([3.0, 4.0]).norm(), 5.0);
    /// assert_eq!(tensor([[3e200, 0.0], [0.0, 0.0]]).norm_axis::<1>(), tensor([3e200, 0.0]));
    /// ```
    NormRules: norm norm_axis norm_keep norm_to reads (Yes, Yes);
    "The Euclidean norm"
}

#[inline(always)]
fn square<T: Real>(x: T, scale: T) -> T {
    (x / scale) * (x / scale)
}
#[inline(always)]
fn zero<T: Real>(_: T) -> T {
    T::ZERO
}
#[inline(always)]
fn larger_size<T: Real>(a: T, b: T) -> T {
    a.abs().max(b.abs())
}
/// The largest size, where one can divide by it.
#[inline(always)]
fn divisor<T: Real>(m: T) -> T {
    if m == T::ZERO || m == T::INFINITY { T::ONE } else { m }
}
/// `c / y`, and 0 where `y` is.
#[inline(always)]
fn share<T: Real>(c: T, y: T) -> T {
    if y == T::ZERO { T::ZERO } else { c / y }
}

/// What a cotangent adds to one element.
#[inline(always)]
fn along<T: Real>(x: T, y: T, c: T) -> T {
    times(x, share(c, y))
}

impl Reduce for norm {
    fn value<T: Real, S: Shape + SumTo<K>, K: Shape>(x: &Tensor<T, S>) -> Tensor<T, K> {
        let scaled = |scale: &Tensor<T::Wide, K>| {
            let mut squares = Tensor::<T::Wide, K>::ZEROS;
            zip_accumulate(x, scale, &mut squares, square);
            squares
        };
        let squares = scaled(&Tensor::full(T::Wide::ONE));
        let safe = T::Wide::MIN_POSITIVE / T::Wide::EPSILON;
        if squares.as_slice().iter().all(|s| s.is_finite() && *s >= safe) {
            return squares.map(|s| T::rounded(s.sqrt()));
        }
        let scale = widened(&fold_to::<T, S, K>(x, zero, larger_size)).map(divisor);
        (scaled(&scale).sqrt() * scale).map(T::rounded)
    }
    fn adjoint<T: Real, S: Shape + SumTo<K>, K: Shape>(
        x: &Tensor<T, S>,
        y: impl FnOnce() -> Tensor<T, K>,
        c: &Tensor<T, K>,
        d: &mut Tensor<T, S>,
    ) {
        zip_accumulate(x, &widened(c).zip_map(&widened(&y()), share), d, times);
    }
    fn tangent<T: Real, S: Shape + SumTo<K>, K: Shape>(
        x: &Tensor<T, S>,
        y: &Tensor<T, K>,
        x_dot: &Tensor<T, S>,
    ) -> Tensor<T, K> {
        let mut out = Tensor::<T::Wide, K>::ZEROS;
        zip_accumulate(x, x_dot, &mut out, times);
        out.zip_map(&widened(y), share).map(T::rounded)
    }
    fn second<T: Real, S: Shape + SumTo<K>, K: Shape, P: Slot<Tensor<T, S>>, Q: Slot<Tensor<T, S>>>(
        x: TensorWithTangent<'_, T, S>,
        y: impl FnOnce() -> (Tensor<T, K>, Option<Tensor<T, K>>),
        c: TensorWithTangent<'_, T, K>,
        (place, place_dot): (P, Q),
    ) {
        let (y, y_dot) = y();
        add_dual(place, place_dot, (x, (&y, y_dot.as_ref()), c), along);
    }
}
