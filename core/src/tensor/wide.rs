//! Tensors in the type in which their sums are computed: the tensor itself, or a copy on the stack that is rounded at
//! the end.

use super::{AnyShape, Tensor};
use crate::kernels::is_wide;
use crate::scalar::Element;

/// Calls `f` with the same numbers in the type in which sums are computed.
#[inline(always)]
pub(crate) fn wide<T: Element, S: AnyShape, Y>(x: &Tensor<T, S>, f: impl FnOnce(&Tensor<T::Accumulator, S>) -> Y) -> Y {
    if const { is_wide::<T>() } { f(S::same(x)) } else { f(&copied(x)) }
}

/// Lets `f` change the numbers in the type in which sums are computed.
#[inline(always)]
pub(crate) fn wide_mut<T: Element, S: AnyShape>(x: &mut Tensor<T, S>, f: impl FnOnce(&mut Tensor<T::Accumulator, S>)) {
    if const { is_wide::<T>() } {
        f(S::same_mut(x));
    } else {
        let mut wide = copied(x);
        f(&mut wide);
        T::round_all(wide.as_slice(), x.as_mut_slice());
    }
}

/// The same numbers in the type in which sums are computed.
#[inline(always)]
pub(crate) fn widened<T: Element, S: AnyShape>(x: &Tensor<T, S>) -> Tensor<T::Accumulator, S> {
    if const { is_wide::<T>() } { S::same(x).clone() } else { copied(x) }
}

/// Writes the same numbers in the type in which sums are computed.
#[inline(always)]
pub(crate) fn widen_to<T: Element, S: AnyShape>(x: &Tensor<T, S>, wide: &mut Tensor<T::Accumulator, S>) {
    if const { is_wide::<T>() } {
        wide.clone_from(S::same(x));
    } else {
        T::widen_all(x.as_slice(), wide.as_mut_slice());
    }
}

#[inline(never)]
fn copied<T: Element, S: AnyShape>(x: &Tensor<T, S>) -> Tensor<T::Accumulator, S> {
    let mut wide = S::zero_rows(x.count_rows());
    T::widen_all(x.as_slice(), wide.as_mut_slice());
    wide
}
