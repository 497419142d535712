//! Tensors in the type in which their sums are computed: the tensor itself, or a copy on the stack that is rounded at
//! the end.

use super::{Shape, Tensor};
use crate::kernels::is_wide;
use crate::scalar::Element;

/// Calls `f` with the same numbers in the type in which sums are computed.
#[inline(always)]
pub(crate) fn wide<T: Element, S: Shape, Y>(x: &Tensor<T, S>, f: impl FnOnce(&Tensor<T::Accumulator, S>) -> Y) -> Y {
    if const { is_wide::<T>() } { f(bytemuck::cast_ref(x)) } else { f(&copied(x)) }
}

/// Lets `f` change the numbers in the type in which sums are computed.
#[inline(always)]
pub(crate) fn wide_mut<T: Element, S: Shape>(x: &mut Tensor<T, S>, f: impl FnOnce(&mut Tensor<T::Accumulator, S>)) {
    if const { is_wide::<T>() } {
        f(bytemuck::cast_mut(x));
    } else {
        let mut wide = copied(x);
        f(&mut wide);
        T::round_all(wide.as_slice(), x.as_mut_slice());
    }
}

/// The same numbers in the type in which sums are computed.
#[inline(always)]
pub(crate) fn widened<T: Element, S: Shape>(x: &Tensor<T, S>) -> Tensor<T::Accumulator, S> {
    if const { is_wide::<T>() } { bytemuck::cast(*x) } else { copied(x) }
}

#[inline(never)]
fn copied<T: Element, S: Shape>(x: &Tensor<T, S>) -> Tensor<T::Accumulator, S> {
    let mut wide = Tensor::ZEROS;
    T::widen_all(x.as_slice(), wide.as_mut_slice());
    wide
}
