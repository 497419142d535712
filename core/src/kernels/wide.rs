//! Numbers with less precision than their sums: whether there is anything to widen at all.

use core::any::TypeId;
use core::ops::{Add, Mul};

use crate::scalar::Element;

/// The type of sums: the accumulator type of itself.
pub(crate) trait Sum: Element<Accumulator = Self> + Add<Output = Self> + Mul<Output = Self> {}
impl<A: Element<Accumulator = A> + Add<Output = A> + Mul<Output = A>> Sum for A {}

/// Whether such numbers are summed in their own type: any other is wider.
#[inline(always)]
pub(crate) const fn is_wide<T: Element>() -> bool {
    size_of::<T>() == size_of::<T::Accumulator>()
}

/// The same slice, if its numbers are summed in their own type.
#[inline(always)]
pub(crate) fn as_wide<T: Element>(numbers: &[T]) -> Option<&[T::Accumulator]> {
    if const { is_wide::<T>() } { Some(bytemuck::cast_slice(numbers)) } else { None }
}

/// The same slice, mutably, if its numbers are summed in their own type.
#[inline(always)]
pub(crate) fn as_wide_mut<T: Element>(numbers: &mut [T]) -> Option<&mut [T::Accumulator]> {
    if const { is_wide::<T>() } { Some(bytemuck::cast_slice_mut(numbers)) } else { None }
}

/// `x += sum`, rounded once.
#[inline(always)]
pub(crate) fn add_to<T: Element>(x: &mut T, sum: T::Accumulator) {
    *x = T::rounded(x.widen() + sum);
}

/// Whether two types are the same.
#[inline(always)]
pub(crate) fn is<T: 'static, U: 'static>() -> bool {
    TypeId::of::<T>() == TypeId::of::<U>()
}
