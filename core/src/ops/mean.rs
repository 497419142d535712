//! Means: of all elements, along an axis, or along several. Linear: each of `n` elements gets an `n`-th of the cotangent.

use crate::kernels::add_to;
use crate::rule::{By1, rule};
use crate::scalar::{Element, Real};
use crate::tape::No;
use crate::tensor::{
    AnyShape, Axis, HasAxis, Shape, SumTo, Tensor, accumulate_axis, accumulate_broadcast, count, count_in,
};

/// `1/n` for the length of axis `AXIS`.
#[inline(always)]
fn share<const AXIS: isize, T: Real, S: HasAxis<AXIS>>() -> T::Wide {
    T::Wide::ONE / T::Wide::from_usize(S::Axis::LEN)
}

rule! {
    /// The mean of all `n` elements. VJP: `X̄ += ȳ / n`.
    mean reads (No, No);
    linear for [T: Real, S: AnyShape] (x: Tensor<T, S>) -> T, keeps rows: S::Rows = S::rows(x.count_rows());
    y = x.mean();
    x (rows => |c, d, how| {
        let rows = S::count(*rows);
        d.fit(rows);
        how.ready(d.as_mut_slice());
        d.zip_assign(&Tensor::from(c.widen() / count_in::<T::Wide, S, ()>(rows)), add_to);
    });
}

rule! {
    /// The means along axis `AXIS` of length `n`, which is removed. VJP: the cotangent / `n`, stretched along it.
    mean_axis[AXIS: isize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::Removed>;
    y = x.mean_axis::<AXIS>();
    x (=> |c, d| accumulate_axis::<AXIS, T, S>(c, d, share::<AXIS, T, S>()));
}

rule! {
    /// The means along axis `AXIS` of length `n`, which becomes `One`. VJP: the cotangent / `n`, stretched along it.
    mean_keep[AXIS: isize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::Kept>;
    y = x.mean_keep::<AXIS>();
    x (=> |c, d| accumulate_broadcast(c, d, share::<AXIS, T, S>()));
}

rule! {
    /// The means of the `n` elements that fall onto one of shape `K`. VJP: the cotangent / `n`, repeated.
    mean_to<K> reads (No, No);
    linear for [T: Real, S: Shape + SumTo<K>, K: Shape] (x: Tensor<T, S>) -> Tensor<T, K>;
    y = x.mean_to::<K>();
    x (=> |c, d| accumulate_broadcast(c, d, T::Wide::ONE / count::<T::Wide, S, K>()));
}

impl<T: Element, S: AnyShape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_mean(&self) -> By1<mean> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_mean_axis<const AXIS: isize>(&self) -> By1<mean_axis<AXIS>> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_mean_keep<const AXIS: isize>(&self) -> By1<mean_keep<AXIS>> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_mean_to<K: Shape>(&self) -> By1<mean_to<K>> {
        By1::new()
    }
}
