//! Number types of generic functions, `T: num_traits::Float`, whose bounds know nothing of derivatives.
//!
//! Derived code needs `T: Real`. As a bound, that would bring all methods of [`Real`], [`Tangent`] and [`Element`] into scope, and make
//! the user's own ambiguous: `T::zero()`, `x.sin()`. So derived code states two bounds without such names, `T: Scalar` and
//! `Dictionary<T>: Functions<Number = T>`, and the three traits are implemented for every such `T`, by its functions. (One bound would do
//! for all but `Tangent`: a crate could implement `Scalar` for a `Box` of its own type, as far as the compiler knows, and boxes have
//! another implementation of that trait.)

use core::fmt::{Debug, Display};
use core::marker::PhantomData;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, Sub, SubAssign};

use bytemuck::Pod;

use super::{Element, Fast, Functions, StrongZero};
use crate::differentiable::{Accepts, Differentiable, Tangent};
use crate::tape::{Taped, Yes};

/// A number type with derivatives, by its name and its operators alone.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number with a derivative",
    label = "not `f32`, `f64`, `f16`, `bf16` or a dual number",
    note = "the derivative of this function is there for these number types; for other values write the bound `Differentiable`"
)]
pub trait Scalar:
    Pod
    + Debug
    + Display
    + PartialEq
    + PartialOrd
    + Send
    + Sync
    + Default
    + Differentiable<Tangent = Self>
    + Accepts<Self>
    + Taped<Recompute = Yes, Stored = Yes>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + StrongZero
    + Fast
{
    /// The type itself. Derived code names it in its second bound, so that a type without it is one mistake, not two.
    type Itself;
}

/// The functions of the number type `T`. It is a type of its own, so that a bound on it brings no methods of `T` into scope.
#[derive(Debug)]
pub struct Dictionary<T>(PhantomData<T>);

/// `f` of each number.
#[inline(always)]
pub(crate) fn each<A: Copy, B>(from: &[A], to: &mut [B], f: impl Fn(A) -> B) {
    for (to, x) in to.iter_mut().zip(from) {
        *to = f(*x);
    }
}

#[diagnostic::do_not_recommend]
impl<T: Scalar> Element for T
where
    Dictionary<T>: Functions<Number = T>,
{
    const ZERO: Self = <Dictionary<T> as Functions>::ZERO;
    const ONE: Self = <Dictionary<T> as Functions>::ONE;
    type Accumulator = <Dictionary<T> as Functions>::Wide;
    #[inline(always)]
    fn widen(self) -> Self::Accumulator {
        Dictionary::<T>::widen(self)
    }
    #[inline(always)]
    fn rounded(wide: Self::Accumulator) -> Self {
        Dictionary::<T>::rounded(wide)
    }
    #[inline(always)]
    fn widen_all(numbers: &[Self], wide: &mut [Self::Accumulator]) {
        Dictionary::<T>::widen_all(numbers, wide);
    }
    #[inline(always)]
    fn round_all(wide: &[Self::Accumulator], numbers: &mut [Self]) {
        Dictionary::<T>::round_all(wide, numbers);
    }
}

/// Numbers are their own tangents.
#[diagnostic::do_not_recommend]
impl<T: Scalar> Tangent for T
where
    Dictionary<T>: Functions<Number = T>,
{
    const PLAIN: bool = <Dictionary<T> as Functions>::PLAIN;
    #[inline(always)]
    fn zero() -> Self {
        <Dictionary<T> as Functions>::ZERO
    }
    #[inline(always)]
    fn neutral() -> Self {
        Dictionary::<T>::neutral()
    }
    #[inline(always)]
    fn zeros<const N: usize>() -> [Self; N] {
        [Self::zero(); N]
    }
    #[inline(always)]
    fn neutrals<const N: usize>() -> [Self; N] {
        [Self::neutral(); N]
    }
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        *self += *other;
    }
    #[inline(always)]
    fn scale(&mut self, factor: f64) {
        Dictionary::<T>::scale(self, factor);
    }
    #[inline(always)]
    fn inner(&self, other: &Self) -> f64 {
        Dictionary::<T>::inner(self, other)
    }
    #[inline(always)]
    fn is_nothing(&self) -> bool {
        Dictionary::<T>::is_nothing(self)
    }
}
