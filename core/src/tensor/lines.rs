//! The lines of a tensor along an axis, and folds down to a shape that broadcasts to it.

use super::broadcast::Walk;
use super::{AnyShape, Axis, HasAxis, Shape, SumTo, Tensor};
use crate::kernels::{self, Lines};
use crate::scalar::{Element, Real};

/// The lines along axis `AXIS`.
pub(crate) const fn lines<const AXIS: isize, S: HasAxis<AXIS>>() -> Lines {
    // An empty tensor has no lines; a pitch of zero could not distinguish them.
    let pitch = if S::INNER == 0 { 1 } else { S::INNER };
    Lines { pitch, len: S::Axis::LEN, count: S::OUTER * S::INNER }
}

/// All elements folded down to the shape `K`; `neutral` maps a number to the value that `f` starts with.
#[inline]
pub(crate) fn fold_to<T: Element, S, K>(
    x: &Tensor<T, S>,
    neutral: impl Fn(T) -> T,
    f: impl Fn(T, T) -> T + Copy,
) -> Tensor<T, K>
where
    S: Shape + SumTo<K>,
    K: Shape,
{
    let mut out = Tensor::full(neutral(T::ZERO));
    let plan = const { Walk::<S>::one::<K>(1) };
    kernels::fold(&plan, x.as_slice(), out.as_mut_slice(), neutral, f);
    out
}

/// For every element, the index of its element in a tensor of shape `K`.
#[inline]
fn groups<S: Shape + SumTo<K>, K: Shape>() -> Tensor<usize, S> {
    let mut groups = Tensor::<usize, K>::ZEROS;
    for (i, group) in groups.as_mut_slice().iter_mut().enumerate() {
        *group = i;
    }
    groups.broadcast_to()
}

/// For every element, the product of all others with the same element in a tensor of shape `K`.
#[inline]
pub(crate) fn products_of_others<T: Real, S: Shape + SumTo<K>, K: Shape>(x: &Tensor<T, S>) -> Tensor<T::Wide, S> {
    let mut out = Tensor::ZEROS;
    let mut products = Tensor::<T::Wide, K>::full(T::Wide::ONE);
    kernels::products_of_others(x.as_slice(), groups::<S, K>().as_slice(), products.as_mut_slice(), out.as_mut_slice());
    out
}

/// The number of elements for each element of a tensor of shape `K`.
#[inline(always)]
pub(crate) fn count<T: Real, S: Shape + SumTo<K>, K: Shape>() -> T {
    count_in::<T, S, K>(1)
}

/// The same for a tensor of so many rows.
#[inline(always)]
pub(crate) fn count_in<T: Real, S: AnyShape + SumTo<K>, K: Shape>(rows: usize) -> T {
    T::from_usize(rows * S::ROW) / T::from_usize(K::NUMEL)
}
