//! Claims about expressions that count as constant although a differentiable value occurs in them: no derivative is
//! lost.
//!
//! The macro decides from syntax. It emits each such decision as a call of one of these functions, which the compiler
//! checks: the type of the value has no derivative ([`inert`]); a path names the item that the macro assumed
//! ([`the_same`]); a function or a method does not store its arguments ([`annotated`], [`keeps_nothing`]), nor does an
//! operator ([`confined`]); a macro can only format its arguments ([`shown`]). Optimised builds contain nothing of
//! this.

use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;
use core::num::{FpCategory, Wrapping};
use core::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use crate::rule::{By1, By2, By3, Companion, Derivative, Nowhere};
use crate::scalar::Element;
use crate::tape::Taped;
use crate::tensor::{AnyShape, Tensor};

/// A type whose values do not vary smoothly, so they have no derivative.
#[diagnostic::on_unimplemented(
    message = "the derivative of a value of type `{Self}` would be lost here",
    label = "this is treated as constant, but `{Self}` may carry a derivative",
    note = "a method with the name of a standard-library query (`len`, `is_nan`, `position`, ..) is assumed to be that query: rename your method, or use its result directly in arithmetic",
    note = "or drop the derivative on purpose: `stop_gradient(..)` around the arguments"
)]
pub trait Inert {}

macro_rules! inert {
    (@one [$($generics:tt)*] $t:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Inert for $t {}
    };
    (@each $generics:tt $($t:ty),*) => {
        $(inert!(@one $generics $t);)*
    };
    ($($generics:tt $($t:ty),*;)*) => {
        $(inert!(@each $generics $($t),*);)*
    };
}
inert! {
    [] u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, bool, char, str, (), Ordering, FpCategory, RangeFull;
    [T: Inert] [T], Option<T>, Wrapping<T>, Range<T>, RangeFrom<T>, RangeInclusive<T>, RangeTo<T>, RangeToInclusive<T>, (T,);
    [T: Inert + ?Sized] &T;
    [T: Inert, const N: usize] [T; N];
    [T: Inert, E: Inert] Result<T, E>, (T, E);
    [A: Inert, B: Inert, C: Inert] (A, B, C);
    [A: Inert, B: Inert, C: Inert, D: Inert] (A, B, C, D);
    [T: Element + Inert, S: AnyShape] Tensor<T, S>;
}
#[cfg(feature = "alloc")]
inert! {
    [] alloc::string::String;
    [T: Inert] alloc::vec::Vec<T>;
}

/// A value that has no derivative.
#[inline(always)]
pub const fn inert<T: Inert>(value: T) -> T {
    value
}

/// Claims that the values of a type have no derivative; its name says that they are constant.
pub const fn constant<T: Inert + ?Sized>() {}

/// A list whose iterators visit its elements in the order of their indices.
#[diagnostic::on_unimplemented(
    message = "cannot differentiate through the iterators of `{Self}`",
    label = "not an array, a slice or a `Vec`",
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
impl<T> List for alloc::collections::VecDeque<T> {}
#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<L: List + ?Sized> List for alloc::boxed::Box<L> {}

/// Claims that a value is such a list.
#[inline(always)]
pub const fn is_list<L: List + ?Sized>(_: &L) {}

/// A list that the reverse half looks into again: what is in it has no derivative.
#[inline(always)]
pub const fn list_again<L: List + ?Sized>(list: &L) -> &L {
    list
}

/// Claims that a value is an `Option`.
#[inline(always)]
pub const fn is_option<T>(_: &Option<T>) {}

/// Claims that a path names the item that the macro assumed. Every function has its own type.
#[inline(always)]
pub const fn the_same<F: Copy>(found: F, _: F) -> F {
    found
}

/// The same for a function of a value, whose type says which one of a generic function it is.
#[inline(always)]
pub const fn the_same_of<T, R, F: FnOnce(T) -> R + Copy>(_: &T, _: F, _: F) {}

/// Claims that `x.name()` calls the method of the trait that has a derivative. Every function has its own type.
pub const fn is_the_method<F: Copy, M: IsTheMethod<F> + Copy>(_: F, _: M) {}

/// A method that is `F`, the one that was found.
#[diagnostic::on_unimplemented(
    message = "the type has another method of this name",
    label = "a call of it would be given the derivative of this one",
    note = "give one of the two another name"
)]
pub trait IsTheMethod<F> {}

#[diagnostic::do_not_recommend]
impl<F> IsTheMethod<F> for F {}

/// Claims that a type with the name of a half-precision number is one.
pub const fn half<T: Half>() {}

/// A half-precision number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a half-precision number, despite its name",
    note = "rename the type"
)]
pub trait Half {}

#[cfg(feature = "half")]
impl Half for half::f16 {}
#[cfg(feature = "half")]
impl Half for half::bf16 {}

/// The result of a function that takes differentiable values and counts as constant. The function must be
/// differentiable: derived code stores none of its arguments.
#[inline(always)]
pub fn annotated<F: Derivative, R>(_: F, result: R) -> R {
    result
}

/// The rule of `Type::function` beside a result of it. [`rule`](AnyRule::rule) gives the rule; where the function makes a value of
/// its type, the type of the rule becomes that of the result: `Vector3::new` alone does not say of which numbers.
#[derive(Debug)]
pub struct Ruled<'r, F, R>(pub F, pub &'r R);

/// The rule, where it says nothing of the result.
pub trait AnyRule {
    /// The rule.
    type Rule;
    /// It.
    fn rule(self) -> Self::Rule;
}

impl<F, R> AnyRule for Ruled<'_, F, R> {
    type Rule = F;
    fn rule(self) -> F {
        self.0
    }
}

/// The receiver of a method that takes differentiable values and whose result counts as constant. The second argument,
/// which is never called, looks up `derivative_of_method`: a rule, the derivative of an annotated method, or one of the
/// [`observations`](super::super::observations). It claims that this is [`alone`](Receiver).
#[inline(always)]
pub fn keeps_nothing<T>(receiver: T, _: impl FnOnce(&T)) -> T {
    receiver
}

/// The receiver of a method whose derivative `C` was found.
pub struct Receiver<C, X: ?Sized>(C, PhantomData<fn() -> *const X>);

/// Whether the code that exists only for the compiler's checks runs.
pub const NEVER: bool = false;

/// The receiver of a method.
pub const fn receiver<C, X: ?Sized>(found: C, _: &X) -> Receiver<C, X> {
    Receiver(found, PhantomData)
}

/// The companion of a method that takes `&mut self`.
pub trait ChangesReceiver {}

impl<C: ChangesReceiver, X: ?Sized> Receiver<C, X> {
    /// Claims that no trait of the user's hides a method that takes `&mut self`, by a method of the same name that takes `&self`.
    pub fn by_reference<'x>(&self) -> &'x X {
        unreachable!("this is only for the compiler to look at")
    }
}

/// The same of other methods, of which there is nothing to claim.
pub trait ReadsReceiver {
    fn by_reference(&self) -> Nowhere {
        unreachable!("this is only for the compiler to look at")
    }
}
impl<C, X: ?Sized> ReadsReceiver for Receiver<C, X> {}

/// Claims that a method which takes values with a derivative, and whose result counts as constant, does not take
/// `&mut self`. It takes what `by_reference` returns.
pub fn leaves_receiver<X: LeavesReceiver>(_: X) {}

/// What `by_reference` returns for a method that does not take `&mut self`.
#[diagnostic::on_unimplemented(
    message = "the derivative of the arguments would be lost: this method changes what it is called on",
    label = "the derivative cannot follow what this is called on",
    note = "call it on a variable, a field or an element by its name; in front of a condition bind its value with `let`",
    note = "or drop the derivative on purpose: `stop_gradient(..)` around the arguments"
)]
pub trait LeavesReceiver {}

#[diagnostic::do_not_recommend]
impl LeavesReceiver for Nowhere {}

/// Claims that no trait of the user's hides a method that takes `self` by reference, by a method of the same name that
/// takes `self` by value. On the result, derived code that never runs calls the method; there a trait for all types has
/// the method by value too, and a second one makes the call ambiguous.
pub trait Alone<X>: Sized {
    fn by_value(self) -> X {
        unreachable!("this is only for the compiler to look at")
    }
}

/// A method that takes `self` by reference takes a reference by value: nothing has priority over it.
impl<C, X: ?Sized> Alone<Nowhere> for Receiver<C, &X> {}
/// The target is searched for methods by value before methods by reference.
impl<C: Derivative, X> Alone<C::On<X>> for Receiver<C, &mut X> {}
/// The methods of tensors that have rules take `self` by reference.
impl<C, T: Element, S: AnyShape> Alone<Tensor<T, S>> for Receiver<C, Tensor<T, S>> {}
/// Lists and strings are not values.
impl<C, T> Alone<Nowhere> for Receiver<C, [T]> {}
impl<C> Alone<Nowhere> for Receiver<C, str> {}

/// The same for all others.
pub trait AloneByCompanion<C: Derivative, X> {
    fn by_value(&self) -> C::On<X> {
        unreachable!("this is only for the compiler to look at")
    }
}
impl<C: Derivative, X> AloneByCompanion<C, X> for Receiver<C, X> {}

/// The methods of numbers that have rules of the library, and are no methods of `f64` itself, take `self` by reference: one by value would go
/// before them.
pub trait NumberInATrait: Sized {
    /// A receiver with methods by value.
    type Told;
    fn in_a_trait(self) -> Self::Told {
        unreachable!("this is only for the compiler to look at")
    }
}
macro_rules! of_numbers {
    ($($by:ident $t:ident;)*) => {$(
        impl<O> NumberInATrait for Receiver<$by<O>, $t> {
            type Told = Receiver<Observes, $t>;
        }
    )*};
}
of_numbers!(By1 f32; By1 f64; By2 f32; By2 f64; By3 f32; By3 f64;);

/// Of all others the companion tells.
pub trait InATrait<C, X: ?Sized> {
    fn in_a_trait(&self) -> Receiver<C, X> {
        unreachable!("this is only for the compiler to look at")
    }
}
impl<C, X: ?Sized> InATrait<C, X> for Receiver<C, X> {}

/// A method that stores nothing, and takes `self` by reference.
#[derive(Clone, Copy, Debug)]
pub struct Observes;

impl Companion for Observes {
    const THIS: Self = Self;
    type On<X> = X;
}

/// A method that stores nothing, and takes `self` by value.
#[derive(Clone, Copy, Debug)]
pub struct ObservesByValue;

impl Companion for ObservesByValue {
    const THIS: Self = Self;
    type On<X> = Nowhere;
}

/// A method that itself stores nothing, and calls a function.
#[derive(Clone, Copy, Debug)]
pub struct CallsAFunction;

#[diagnostic::do_not_recommend]
impl Derivative for CallsAFunction {
    const PLAIN: bool = false;
    const THIS: Self = Self;
    type On<X> = Nowhere;
}

/// A method whose arguments may be any values. For a method that calls a function they may not: the function must be a
/// closure.
#[diagnostic::on_unimplemented(
    message = "an unknown function receives values with a derivative",
    label = "this method calls the function",
    note = "write a closure that calls the function: `|x| f(x)`"
)]
pub trait TakesValues: Copy {}

#[diagnostic::do_not_recommend]
impl<F: Companion> TakesValues for F {}

/// Claims that a method is one.
pub const fn takes_values<M: TakesValues>(method: M) -> M {
    method
}

/// A value that neither is nor contains a function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may hold a function that receives values with a derivative",
    label = "not known to be plain data",
    note = "start with numbers, or with arrays, tuples, tensors and `#[derive(Differentiable)]` structs of numbers"
)]
pub trait NoFunction {}

#[diagnostic::do_not_recommend]
impl<T: Taped> NoFunction for T {}

/// Such a value.
#[inline(always)]
pub const fn no_function<T: NoFunction>(value: T) -> T {
    value
}

/// A value that cannot be changed through a shared reference: it contains no `Cell`. The bound is `Sync`. Only methods
/// change a lock or an atomic number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may store the value with a derivative that it receives here",
    label = "it may refer to a `Cell`",
    note = "drop the derivative on purpose: `stop_gradient(..)` around the arguments"
)]
pub trait NoCell {}

#[diagnostic::do_not_recommend]
impl<T: Sync + ?Sized> NoCell for T {}

/// Values through which nothing outside them can be changed: they contain no mutable reference either, because they
/// could not be cloned. The type is a parameter of the trait, because for a `Self` the compiler would advise to borrow it.
#[diagnostic::on_unimplemented(
    message = "`{T}` may store the value with a derivative that it receives here",
    label = "it may hold a `Cell` or a mutable reference",
    note = "a type that is `Clone` and `Sync` contains neither",
    note = "or drop the derivative on purpose: `stop_gradient(..)` around the arguments"
)]
pub trait Confines<T> {}

#[diagnostic::do_not_recommend]
impl<T: Clone + NoCell> Confines<T> for () {}

/// An operand of arithmetic, or a built value, that has a derivative beside or in it and whose result counts as
/// constant.
#[inline(always)]
pub const fn confined<T>(value: T) -> T
where
    (): Confines<T>,
{
    value
}

/// An operand of a comparison with a differentiable value.
#[inline(always)]
pub const fn compared<T: NoCell + ?Sized>(operand: &T) -> &T {
    operand
}

/// A value that can only be formatted: the argument of a macro whose definition is not known.
#[derive(Clone, Copy)]
pub struct Shown<'v, T: ?Sized>(&'v T);

/// A value as such a macro takes it.
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
