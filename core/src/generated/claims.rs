//! Claims of derived code about the code that it is derived from. Where a claim is false, the compiler reports it to
//! the user.

mod constant;
#[cfg(feature = "glam")]
mod glam;
mod kept;
#[cfg(feature = "nalgebra")]
mod nalgebra;
mod numbers;

pub use self::constant::*;
pub use self::kept::*;
pub use self::numbers::{
    HasEveryMethod, MethodOf, NotANumber, Number, OfANumber, OfAnother, method_of, methods_of_numbers, number_type,
};

use crate::differentiable::Differentiable;
use crate::ops::operands::{Join, Numbers};
use crate::rule::{Companion, Derivative};
use crate::scalar::{Element, Real};
use crate::tape::Taped;
use crate::tensor::{AnyShape, Tensor};

/// Claims that a type is differentiable.
pub const fn differentiable<T: Differentiable + ?Sized>() {}

/// Claims that a function has a derivative.
pub const fn has_derivative<F: Derivative>(_: F) {}

/// Claims that values of a type can be kept on the tape.
pub const fn taped<T: Taped>() {}

/// The same for a value.
pub const fn taped_value<T: Taped>(_: &T) {}

/// A type in a position where a function may have a derivative.
pub trait PerhapsCompanion: Copy {
    /// Whether it has one.
    const IS_ONE: bool;
}

#[diagnostic::do_not_recommend]
impl<F: Companion> PerhapsCompanion for F {
    const IS_ONE: bool = true;
}

/// Whether a function has a derivative.
#[must_use]
pub const fn has_one<F: PerhapsCompanion>(_: F) -> bool {
    F::IS_ONE
}

/// A list, in which two indices are two elements.
#[diagnostic::on_unimplemented(
    message = "an `Index` of `{Self}` may lead to one element by two indices",
    label = "elements of this change in a loop, and the loop reads others",
    note = "begin with a clone of it, `let mut list = given.clone();`, which makes no such claim"
)]
pub trait List {}

impl<T, const N: usize> List for [T; N] {}
impl<T> List for [T] {}
impl<T: Element, S: AnyShape> List for Tensor<T, S> {}
#[cfg(feature = "alloc")]
impl<T> List for alloc::vec::Vec<T> {}
#[cfg(feature = "nalgebra")]
impl<T, R: ::nalgebra::Dim, C: ::nalgebra::Dim, S> List for ::nalgebra::Matrix<T, R, C, S> {}

/// Claims that a value is a list.
pub const fn list<L: List + ?Sized>(_: &L) {}

/// An argument that must not be a mutable reference, beside others with derivatives.
#[inline(always)]
pub fn unchanged<T: Unchanged>(argument: T) -> T {
    argument
}

/// The same for an argument that is not moved.
#[inline(always)]
pub const fn is_unchanged<T: Unchanged + ?Sized>(_: &T) {}

/// A value through which nothing can be changed. The bound excludes mutable references because they cannot be cloned.
#[diagnostic::on_unimplemented(
    message = "the derivative of the other arguments would be lost here: name the variable that changes, `&mut a[i]`, or pass `&` of this, or derive `Clone` for a type of yours that holds no `&mut`"
)]
pub trait Unchanged {}

#[diagnostic::do_not_recommend]
impl<T: Clone> Unchanged for T {}

/// Claims that `a += b` is the sum of numbers or tensors, whose derivative by `a` is 1: users may implement the
/// operator for other types, with another derivative.
pub const fn joins<A: Joins<B>, B>(_: &A, _: &B) {}

/// A type that `+=` adds to with derivative 1.
#[diagnostic::on_unimplemented(
    message = "this operator has no derivative rule for `{Self}` and `{B}`",
    label = "not an addition of numbers or tensors",
    note = "call a function or a method that is `#[differentiable]`"
)]
pub trait Joins<B> {}

#[diagnostic::do_not_recommend]
impl<A: Join<B>, B: Numbers<Number = A::Number>> Joins<B> for A {}

/// Claims that `*x` is the target of a reference: other types may compute it.
pub const fn leads<R: Leads + ?Sized>(_: &R) {}

/// A reference.
#[diagnostic::on_unimplemented(
    message = "cannot differentiate through `*` of `{Self}`",
    label = "not a reference: its `Deref` may run any code",
    note = "call a method that is `#[differentiable]`"
)]
pub trait Leads {}

impl<T: ?Sized> Leads for &T {}
impl<T: ?Sized> Leads for &mut T {}
#[cfg(feature = "alloc")]
impl<T: ?Sized> Leads for alloc::boxed::Box<T> {}

/// Claims that `a += b` is an addition of integers, which the reverse half undoes.
pub const fn counts<T: Counts>(_: T, _: T) {}

/// An integer.
pub trait Counts: Copy {}

#[diagnostic::do_not_recommend]
impl<A: Join<Tensor<T, S>>, T: Real, S: AnyShape> Joins<&Tensor<T, S>> for A where
    Tensor<T, S>: Numbers<Number = A::Number>
{
}

macro_rules! by_reference {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Joins<&$t> for $t {}
    )*};
}
by_reference!(f32 f64);
#[cfg(feature = "half")]
by_reference!(half::f16 half::bf16);

macro_rules! count {
    ($($t:ty)*) => {$(
        impl Counts for $t {}
        impl Joins<$t> for $t {}
    )*};
}
count!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// The receiver of a method without a rule. Nothing implements it.
#[diagnostic::on_unimplemented(
    message = "this method of `{Self}` has no derivative",
    label = "no rule for this method",
    note = "put `#[differentiable]` on the `impl` block that has the method",
    note = "or give it a rule, see `cotangent::rule`",
    note = "or drop the derivative on purpose: `stop_gradient(..)` around the receiver, or a `#[constant]` parameter"
)]
pub trait HasRule {}

/// The type of an associated function without a rule. Nothing implements it.
#[diagnostic::on_unimplemented(
    message = "this function of `{Self}` has no derivative",
    label = "no rule for a function of this type",
    note = "put `#[differentiable]` on the function and on its `impl` block, or call a method of the library as `x.method(..)`",
    note = "or drop the derivative on purpose: `stop_gradient(..)` around the call"
)]
pub trait HasFunctionRule {}

/// The receiver of a method without a derivative that is known not to store its arguments. Nothing implements it.
#[diagnostic::on_unimplemented(
    message = "this method of `{Self}` receives a value with a derivative and may store it",
    label = "it has no derivative, and it may store its arguments",
    note = "put `#[differentiable]` on the `impl` block that has the method",
    note = "or drop the derivative on purpose: `stop_gradient(..)` around the arguments"
)]
pub trait KeepsNothing {}

/// The result of a constructor. The pattern in the closure, which is never called, must be that of a constructor.
#[inline(always)]
pub fn constructed<T>(value: T, _pattern: impl FnOnce(&T)) -> T {
    value
}

/// The value of a macro of the user's.
#[derive(Debug)]
pub struct Isolated<T>(T);

/// Such a value.
#[inline(always)]
pub fn isolate<T>(value: T) -> Isolated<T> {
    Isolated(value)
}

/// That value. In a closure of this type the macro can leave neither the function nor a loop of it.
#[inline(always)]
pub fn isolated<T>(value: impl FnOnce() -> Isolated<T>) -> T {
    value().0
}

/// A value that was built from others.
pub trait Built: Sized {
    /// The value. If it is not differentiable, the method does not exist, so the compiler reports no second mistake.
    #[inline(always)]
    #[must_use]
    fn with_a_derivative(self) -> Self {
        self
    }
}

impl<T: Differentiable> Built for T {}

/// An operand of arithmetic.
pub trait AsOperand {
    /// The operand, without the reference that a pattern or a call of the user's may have added.
    #[inline(always)]
    fn as_an_operand(&self) -> &Self {
        self
    }
}

impl<T: ?Sized> AsOperand for T {}
