//! Proofs that nothing is lost where derived code treats an expression as constant although a value with a derivative occurs in it.
//!
//! The macro decides from syntax. Each such decision is emitted as a call of one of these functions, so that the compiler checks it:
//! the type of the value has no derivative ([`inert`]), a path means what the macro took it for ([`the_same`]), a function or a
//! method returns what it is given only as a result ([`annotated`], [`seen`]), a macro can only format what it is given ([`shown`]).
//! All of them compile to nothing.

use core::cmp::Ordering;
use core::fmt;
use core::num::FpCategory;
use core::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use crate::real::Element;
use crate::rule::Derivative;
use crate::tensor::{Shape, Tensor};

/// A type whose values do not vary smoothly: they carry no derivative.
#[diagnostic::on_unimplemented(
    message = "the derivative of a value of type `{Self}` would be lost here",
    label = "this is treated as constant, but `{Self}` may carry a derivative",
    note = "a method is taken for the question of the standard library that has its name (`len`, `is_nan`, `position`, ..): give a method of yours another name, or use its result in arithmetic at once",
    note = "or end the derivative on purpose: `stop_gradient(..)` around the values that go in"
)]
pub trait Inert {}

macro_rules! inert {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Inert for $t {}
    )*};
}
inert!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char str Ordering FpCategory RangeFull);
inert!(());

macro_rules! inert_if {
    ($($t:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Inert> Inert for $t {}
    )*};
}
inert_if!(
    [T],
    Option<T>,
    core::num::Wrapping<T>,
    Range<T>,
    RangeFrom<T>,
    RangeInclusive<T>,
    RangeTo<T>,
    RangeToInclusive<T>
);

#[diagnostic::do_not_recommend]
impl<T: Inert + ?Sized> Inert for &T {}
#[diagnostic::do_not_recommend]
impl<T: Inert, const N: usize> Inert for [T; N] {}
#[diagnostic::do_not_recommend]
impl<T: Inert, E: Inert> Inert for Result<T, E> {}
#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl Inert for alloc::string::String {}
#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<T: Inert> Inert for alloc::vec::Vec<T> {}

macro_rules! inert_tuples {
    ($($t:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($t: Inert),*> Inert for ($($t,)*) {}
    };
}
inert_tuples!(A);
inert_tuples!(A B);
inert_tuples!(A B C);
inert_tuples!(A B C D);
inert_tuples!(A B C D E);
inert_tuples!(A B C D E F);

#[diagnostic::do_not_recommend]
impl<T: Element + Inert, S: Shape> Inert for Tensor<T, S> {}

/// A value, which is proved to carry no derivative.
#[inline(always)]
pub const fn inert<T: Inert>(value: T) -> T {
    value
}

/// Claims that the values of a type, which is constant by its name, carry no derivative.
pub const fn constant<T: Inert + ?Sized>() {}

/// A list whose iterators go through its elements by their indices.
#[diagnostic::on_unimplemented(
    message = "the derivative cannot be followed through the iterators of `{Self}`",
    label = "neither an array nor a slice nor a `Vec`",
    note = "write a loop over indices"
)]
pub trait List {}

#[diagnostic::do_not_recommend]
impl<T> List for [T] {}
#[diagnostic::do_not_recommend]
impl<T, const N: usize> List for [T; N] {}
#[diagnostic::do_not_recommend]
impl<L: List + ?Sized> List for &L {}
#[diagnostic::do_not_recommend]
impl<L: List + ?Sized> List for &mut L {}
#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<T> List for alloc::vec::Vec<T> {}
#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<T> List for alloc::boxed::Box<[T]> {}

/// Claims that a value is such a list.
#[inline(always)]
pub const fn is_list<L: List + ?Sized>(_: &L) {}

/// A function, which is proved to be the one that the macro took it for: every function has a type of its own.
#[inline(always)]
pub const fn the_same<F: Copy>(found: F, _: F) -> F {
    found
}

/// What a function returns that is given values with a derivative where its result is treated as constant: it must have a derivative,
/// which proves that it keeps nothing of them.
#[inline(always)]
pub fn annotated<F: Derivative, R>(_: F, result: R) -> R {
    result
}

/// The receiver of a method that is given values with a derivative where its result is treated as constant. The second argument, which
/// is never called, looks up `derivative_of_method`: a rule, the derivative of an annotated method, or one of [`observations`](crate::private::observations).
#[inline(always)]
pub fn seen<T>(receiver: T, _: impl FnOnce(&T)) -> T {
    receiver
}

/// What refers to no `Cell`, which could keep a value: such is what several threads may look at. A lock or an atomic number is changed by
/// methods only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may keep the value with a derivative that it is given here",
    label = "it may refer to a `Cell`",
    note = "end the derivative on purpose: `stop_gradient(..)` around the values that go in"
)]
pub trait NoCell {}

#[diagnostic::do_not_recommend]
impl<T: Sync + ?Sized> NoCell for T {}

/// An operand of an operator that is given values with a derivative where its result is treated as constant.
#[inline(always)]
pub const fn no_cell<T: NoCell>(operand: T) -> T {
    operand
}

/// The same of an operand of a comparison.
#[inline(always)]
pub const fn no_cell_in<T: NoCell + ?Sized>(operand: &T) -> &T {
    operand
}

/// A value that can only be formatted: what a macro sees that may be anybody's. Formatting it changes nothing that it refers to.
#[derive(Clone, Copy)]
pub struct Shown<'v, T: ?Sized>(&'v T);

/// What a macro that formats values sees of one.
#[inline(always)]
pub const fn shown<T: NoCell + ?Sized>(value: &T) -> Shown<'_, T> {
    Shown(value)
}

macro_rules! formats {
    ($($how:ident)*) => {$(
        impl<T: fmt::$how + ?Sized> fmt::$how for Shown<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$how::fmt(self.0, f)
            }
        }
    )*};
}
formats!(Debug Display LowerExp UpperExp LowerHex UpperHex Binary Octal);
