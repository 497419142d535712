//! Variance and standard deviation, of all elements or along axes.
//!
//! The divisor is `n`, as in layer normalisation and NumPy; multiply by `n / (n - 1)` for the sample variance.

use super::reduction::{Reduce, reduction};
use crate::rule::lift::Lift;
use crate::rule::slot::Slot;
use crate::rule::{TensorWithTangent, add_dual};
use crate::scalar::{Dual, Real};
use crate::tape::{No, Yes};
use crate::tensor::{
    HasAxis, Shape, SumTo, Tensor, count, kept, wide_sum_to, widened, zip_accumulate, zip3_accumulate,
};

reduction! {
    /// The mean of `(x - m)²`, where `m` is the mean of the `n` elements; NaN if there are none. Derivative `2 (x - m) / n`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([[1.0, 3.0], [5.0, 5.0]]);
    /// assert_eq!(x.var_axis::<1>(), tensor([1.0, 0.0]));
    /// ```
    var var_axis var_keep var_to reads (Yes, No);
    "The variance";
    y = variance::<T, S, K>(x).map(T::rounded);
    x (x => |c, d| {
        let share = widened(c) * (T::Wide::lit(2.0) / count::<T::Wide, S, K>());
        zip3_accumulate(x, &mean_to::<T, S, K>(x), &share, d, difference_times);
    });
    tangent(x_dot) = (covariance::<T, S, K>(x, x_dot) * (T::Wide::lit(2.0) / count::<T::Wide, S, K>())).map(T::rounded);
    second |x, c, place, place_dot| {
        let factor = T::Wide::lit(2.0) / count::<T::Wide, S, K>();
        let share = (widened(c.0) * factor, c.1.map(|c| widened(c) * factor));
        second::<T, S, K, P, Q>(x, (&share.0, share.1.as_ref()), place, place_dot);
    }
}
reduction! {
    /// The root of the [variance](Self::var). Derivative `(x - m) / (n y)`; 0 where all elements are equal.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 5.0]).std(), 2.0);
    /// ```
    std std_axis std_keep std_to reads (Yes, Yes);
    "The standard deviation";
    y = variance::<T, S, K>(x).map(|v| T::rounded(v.sqrt()));
    x (x, y => |c, d| {
        let share = widened(c).zip_map(&widened(y), share) / count::<T::Wide, S, K>();
        zip3_accumulate(x, &mean_to::<T, S, K>(x), &share, d, difference_times);
    });
    tangent(x_dot) = (covariance::<T, S, K>(x, x_dot).zip_map(&widened(y), share) / count::<T::Wide, S, K>()).map(T::rounded);
    second |x, (y, y_dot), c, place, place_dot| {
        let (y, c) = (widened(&y.lift(y_dot.as_ref())), widened(&c.0.lift(c.1)));
        let share = c.zip_map(&y, share) / count::<Dual<T::Wide>, S, K>();
        let (share, share_dot) = (share.map(Dual::value), share.map(Dual::tangent));
        second::<T, S, K, P, Q>(x, (&share, Some(&share_dot)), place, place_dot);
    }
}

/// `(x - m)²`
#[inline(always)]
fn squared_difference<T: Real>(x: T, m: T) -> T {
    (x - m) * (x - m)
}

/// `(x - m) c`
#[inline(always)]
fn difference_times<T: Real>(x: T, m: T, c: T) -> T {
    (x - m) * c
}

/// `c / y`, and 0 where `y` is 0.
#[inline(always)]
fn share<T: Real>(c: T, y: T) -> T {
    if y == T::ZERO { T::ZERO } else { c / y }
}

/// The means of the elements that map to one.
#[inline]
fn mean_to<T: Real, S: Shape + SumTo<K>, K: Shape>(x: &Tensor<T, S>) -> Tensor<T::Wide, K> {
    wide_sum_to::<T, S, K>(x) / count::<T::Wide, S, K>()
}

/// `Σ (x - m) t` over the elements that map to one.
#[inline]
fn covariance<T: Real, S: Shape + SumTo<K>, K: Shape>(x: &Tensor<T, S>, t: &Tensor<T, S>) -> Tensor<T::Wide, K> {
    let mut out = Tensor::ZEROS;
    zip3_accumulate(x, &mean_to::<T, S, K>(x), t, &mut out, difference_times);
    out
}

#[inline]
fn variance<T: Real, S: Shape + SumTo<K>, K: Shape>(x: &Tensor<T, S>) -> Tensor<T::Wide, K> {
    let mut out = Tensor::ZEROS;
    zip_accumulate(x, &mean_to::<T, S, K>(x), &mut out, squared_difference);
    out / count::<T::Wide, S, K>()
}

/// `(x - mean) c`, with tangents.
#[inline]
fn second<T: Real, S: Shape + SumTo<K>, K: Shape, P: Slot<Tensor<T, S>>, Q: Slot<Tensor<T, S>>>(
    x: TensorWithTangent<'_, T, S>,
    c: TensorWithTangent<'_, T::Wide, K>,
    place: P,
    place_dot: Q,
) {
    let (mean, mean_dot) = (mean_to::<T, S, K>(x.0), x.1.map(mean_to::<T, S, K>));
    add_dual(place, place_dot, (x, (&mean, mean_dot.as_ref()), c), difference_times);
}
