//! The tangent of a tensor is a tensor.

use core::mem::MaybeUninit;

use super::{Shape, Tensor, anything};
#[cfg(feature = "alloc")]
use crate::differentiable::Zero;
use crate::differentiable::{
    Difference, Differentiable, NoGrad, SMALL, Tangent, accepts_itself, add, all_agree, inner,
};
use crate::scalar::Element;

/// A tensor of integers, such as positions, has no derivative, because integers have none.
macro_rules! constant_tensor {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: Shape> Differentiable for Tensor<$t, S> {
            type Tangent = NoGrad;
        }
    )*};
}
constant_tensor!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// What the tangent of a tensor consists of: numbers.
#[diagnostic::on_unimplemented(
    message = "a tensor of numbers that have no derivative is not differentiable",
    label = "its numbers have no derivative",
    note = "mark the field or parameter `#[constant]`"
)]
pub trait TangentElement: Element {}

#[diagnostic::do_not_recommend]
impl<T: Element> TangentElement for T {}

impl<T: Element + Differentiable<Tangent: TangentElement>, S: Shape> Differentiable for Tensor<T, S> {
    type Tangent = Tensor<T::Tangent, S>;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        all_agree(found.as_slice(), expected.as_slice())
    }
}
accepts_itself!(impl[T: Element, S: Shape] for Tensor<T, S>);
impl<T: Element + Tangent, S: Shape> Tangent for Tensor<T, S> {
    #[inline(always)]
    fn zero() -> Self {
        Self::zeros()
    }
    /// Large ones are zeros, which the compiler writes to their place in one pass; additions to small ones it removes.
    #[inline(always)]
    fn neutral() -> Self {
        if size_of::<Self>() > SMALL { Self::ZEROS } else { Self::full(T::neutral()) }
    }
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        add(self.as_mut_slice(), other.as_slice());
    }
    fn scale(&mut self, factor: f64) {
        for a in self.as_mut_slice() {
            a.scale(factor);
        }
    }
    fn inner(&self, other: &Self) -> f64 {
        inner(self.as_slice(), other.as_slice())
    }
    const PLAIN: bool = T::PLAIN;
    const WRITABLE: bool = true;
    #[inline(always)]
    fn enter(room: &mut MaybeUninit<Self>) -> &mut Self {
        if Self::WRITTEN { anything(room) } else { room.write(Self::neutral()) }
    }
    #[cfg(feature = "alloc")]
    fn boxed(zero: Zero) -> alloc::boxed::Box<Self> {
        let mut place = Self::boxed_zeros();
        if zero == Zero::Neutral {
            Self::clear(&mut place);
        }
        place
    }
    #[inline(always)]
    fn clear(place: &mut Self) {
        if Self::WRITTEN { place.fill(T::ZERO) } else { *place = Self::neutral() }
    }
    #[inline(always)]
    fn as_bytes_mut(&mut self) -> Option<&mut [u8]> {
        Some(bytemuck::bytes_of_mut(self))
    }
    #[inline(always)]
    fn of_bytes_mut(bytes: &mut [u8]) -> Option<&mut Self> {
        bytemuck::try_from_bytes_mut(bytes).ok()
    }
}
