//! Where chains that end in `sum` and `product` begin.

use crate::scalar::{Real, Scalar};
use crate::tensor::{AnyShape, Tensor};

/// A type whose `sum` and `product` add and multiply the elements, one after the other. `By` says how it is known.
#[diagnostic::on_unimplemented(
    message = "a sum or a product of `{Self}` has no derivative",
    label = "it is not known what it does with the elements",
    note = "write `.fold(zero, |sum, x| sum + x)`, or `.fold(one, |product, x| product * x)`"
)]
pub trait Folded<By> {}

impl<T: Scalar> Folded<T> for T {}
impl<T: Real, S: AnyShape> Folded<ByShape> for Tensor<T, S> {}
#[cfg(feature = "nalgebra")]
impl<T, R: nalgebra::Dim, C: nalgebra::Dim, S> Folded<ByShape> for nalgebra::Matrix<T, R, C, S> {}

/// How the sum of a type with a shape is known.
#[derive(Debug)]
pub enum ByShape {}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Folded<ByShape> for $integer {}
    )*};
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// The empty sum.
#[inline(always)]
#[must_use]
pub fn nothing<T: core::iter::Sum + Folded<By>, By>() -> T {
    core::iter::empty::<T>().sum()
}

/// The empty product.
#[inline(always)]
#[must_use]
pub fn one<T: core::iter::Product + Folded<By>, By>() -> T {
    core::iter::empty::<T>().product()
}
