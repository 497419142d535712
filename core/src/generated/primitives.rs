//! What generated code does with numbers beside arithmetic.

use crate::scalar::real::Real;
use crate::rule::slot::Out;
use crate::differentiable::Flag;
use crate::tape::Read;

/// A type of numbers of the language.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the number type that its name says",
    label = "another type of this name",
    note = "rename the type: `#[differentiable]` takes `f32` and `f64` for the types of the language"
)]
pub trait Primitive: Real {}
impl Primitive for f32 {}
impl Primitive for f64 {}

/// Claims that a type is one of numbers.
pub const fn primitive<T: Primitive>() {}

/// The number, which is one for certain.
#[inline(always)]
pub fn number<T: Primitive>(number: &T) -> &T {
    number
}

/// The same of one that is not read.
#[inline(always)]
pub fn unread<T: Primitive>(_: Read<'_, T>) {}

/// Adds to the cotangent of a parameter, if it is wanted.
#[inline(always)]
pub fn plus<T: Primitive, W: Flag>(mut slot: Out<'_, T, W>, amount: T) {
    if let Some(place) = slot.place() {
        *place += amount;
    }
}

/// The contribution of `a / b` to the cotangent of `a`.
#[inline(always)]
pub fn of_dividend<T: Primitive>(c: T, b: T) -> T {
    c.strongly(|c| c / b)
}

/// The contribution of `y = a / b` to the cotangent of `b`.
#[inline(always)]
pub fn of_divisor<T: Primitive>(c: T, b: T, y: T) -> T {
    c.strongly(|c| -c * y / b)
}
