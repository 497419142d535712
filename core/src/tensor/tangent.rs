//! The tangent of a tensor is a tensor.

use core::mem::MaybeUninit;

use super::storage::IN_REGISTERS;
use super::{AnyShape, Tensor, joined_rows};
use crate::differentiable::{
    Difference, Differentiable, NoGrad, SMALL, Tangent, Zero, accepts_itself, add, all_agree, inner,
};
use crate::scalar::Element;

/// A tensor of integers, such as positions, has no derivative, because integers have none.
macro_rules! constant_tensor {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: AnyShape> Differentiable for Tensor<$t, S> {
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

impl<T: Element + Differentiable<Tangent: TangentElement>, S: AnyShape> Differentiable for Tensor<T, S> {
    type Tangent = Tensor<T::Tangent, S>;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        if found.count_rows() != expected.count_rows() {
            return Err(Difference::Lengths(found.count_rows(), expected.count_rows()));
        }
        all_agree(found.as_slice(), expected.as_slice())
    }
    fn tell_form(&self, tell: &mut dyn FnMut(usize)) {
        tell(self.count_rows());
    }
    fn zero_of_form(zero: Zero, lengths: &mut dyn Iterator<Item = usize>) -> Self::Tangent {
        let mut out = S::zero_rows(lengths.next().unwrap_or(0));
        out.fill(zero.of());
        out
    }
}
accepts_itself!(impl[T: Element, S: AnyShape] for Tensor<T, S>);
/// Where an axis is `Dyn`, no rows are the zero of any number of rows.
impl<T: Element + Tangent, S: AnyShape> Tangent for Tensor<T, S> {
    #[inline(always)]
    fn zero() -> Self {
        S::zero_rows(0)
    }
    /// Large ones are zeros, which the compiler writes to their place in one pass; additions to small ones it removes.
    #[inline(always)]
    fn neutral() -> Self {
        if size_of::<Self>() > SMALL {
            return S::zero_rows(0);
        }
        let mut out = S::zero_rows(0);
        out.fill(T::neutral());
        out
    }
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        if !other.is_zero_of_any() {
            self.fit(other.count_rows());
            add(self.as_mut_slice(), other.as_slice());
        }
    }
    fn scale(&mut self, factor: f64) {
        for a in self.as_mut_slice() {
            a.scale(factor);
        }
    }
    fn inner(&self, other: &Self) -> f64 {
        if self.is_zero_of_any() || other.is_zero_of_any() {
            return 0.0;
        }
        joined_rows::<S, S>(self.count_rows(), other.count_rows());
        inner(self.as_slice(), other.as_slice())
    }
    const PLAIN: bool = T::PLAIN;
    const WRITABLE: bool = S::STATIC;
    const WRITTEN: bool = S::STATIC && size_of::<Self>() > IN_REGISTERS;
    const SIZED: bool = S::STATIC;
    #[inline(always)]
    fn enter(room: &mut MaybeUninit<Self>) -> &mut Self {
        if Self::WRITTEN { S::enter(room) } else { room.write(Self::neutral()) }
    }
    #[cfg(feature = "alloc")]
    fn boxed(zero: Zero) -> alloc::boxed::Box<Self> {
        let mut place = S::boxed_zeros();
        if zero == Zero::Neutral {
            Self::clear(&mut place);
        }
        place
    }
    #[inline(always)]
    fn clear(place: &mut Self) {
        if S::STATIC && size_of::<Self>() > SMALL {
            place.fill(T::ZERO);
        } else if S::STATIC && !Self::WRITTEN {
            *place = Self::neutral();
        } else {
            place.fill(T::neutral());
        }
    }
    #[inline(always)]
    fn as_bytes_mut(&mut self) -> Option<&mut [u8]> {
        S::bytes_mut(self)
    }
    #[inline(always)]
    fn of_bytes_mut(bytes: &mut [u8]) -> Option<&mut Self> {
        S::of_bytes_mut(bytes)
    }
    #[inline(always)]
    fn is_nothing(&self) -> bool {
        self.is_zero_of_any()
    }
}
