//! The Euclidean norm: of all elements, or along axes.
//!
//! If the squares overflow or underflow, they are computed again, scaled by the largest element.

use super::reduction::{Reduce, reduction};
use crate::rule::{add_dual, times};
use crate::scalar::{Element, Real};
use crate::tape::Yes;
use crate::tensor::{HasAxis, Shape, SumTo, Tensor, fold_to, kept, widened, zip_accumulate};

reduction! {
    /// `√Σ x²`, without intermediate overflow. Derivative `x / y`; 0 where the norm is 0, NaN where it is infinite.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([3.0, 4.0]).norm(), 5.0);
    /// assert_eq!(tensor([[3e200, 0.0], [0.0, 0.0]]).norm_axis::<1>(), tensor([3e200, 0.0]));
    /// ```
    norm norm_axis norm_keep norm_to reads (Yes, Yes);
    "The Euclidean norm";
    y = scaled_root(x);
    x (x, y => |c, d| zip_accumulate(x, &widened(c).zip_map(&widened(y), share), d, times));
    tangent(x_dot) = {
        let mut along = Tensor::<T::Wide, K>::ZEROS;
        zip_accumulate(x, x_dot, &mut along, times);
        along.zip_map(&widened(y), share).map(T::rounded)
    };
    second |x, (y, y_dot), c, place, place_dot| add_dual(place, place_dot, (x, (&y, y_dot.as_ref()), c), along)
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
/// The largest absolute value, if it is possible to divide by it.
#[inline(always)]
fn divisor<T: Real>(m: T) -> T {
    if m == T::ZERO || m == T::INFINITY { T::ONE } else { m }
}
/// `c / y`; 0 where `y` is 0, and not a number where it is infinite: `∞ / ∞` has no value.
#[inline(always)]
fn share<T: Real>(c: T, y: T) -> T {
    if y == T::ZERO {
        T::ZERO
    } else if y == T::INFINITY {
        times(c, T::NAN)
    } else {
        c / y
    }
}

/// The contribution of a cotangent to one element.
#[inline(always)]
fn along<T: Real>(x: T, y: T, c: T) -> T {
    times(x, share(c, y))
}

/// `√Σ x²`, with the largest element factored out where the squares of the others would be lost.
fn scaled_root<T: Real, S: Shape + SumTo<K>, K: Shape>(x: &Tensor<T, S>) -> Tensor<T, K> {
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
