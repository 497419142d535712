//! What generated code does with numbers beside arithmetic.

use crate::differentiable::Flag;
use crate::rule::slot::Out;
use crate::scalar::real::Real;
use crate::tape::Read;

/// A type of numbers of the language.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number type of the language",
    label = "derived code takes it for `f32` or `f64`"
)]
pub trait Primitive: Real {}
impl Primitive for f32 {}
impl Primitive for f64 {}

/// `f32`
#[diagnostic::on_unimplemented(
    message = "the type `f32` here is another than that of the language",
    label = "`f32` is `{Self}` here",
    note = "rename the type: derived code takes `f32` for the number type"
)]
pub trait F32 {}
impl F32 for f32 {}

/// `f64`
#[diagnostic::on_unimplemented(
    message = "the type `f64` here is another than that of the language",
    label = "`f64` is `{Self}` here",
    note = "rename the type: derived code takes `f64` for the number type"
)]
pub trait F64 {}
impl F64 for f64 {}

/// Claims that a type is `f32`.
pub const fn is_f32<T: F32>() {}

/// Claims that a type is `f64`.
pub const fn is_f64<T: F64>() {}

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

/// The contribution of `y = a / b` to the cotangent of `b`, from that to the cotangent of `a`.
#[inline(always)]
pub fn of_divisor<T: Primitive>(of_dividend: T, y: T) -> T {
    of_dividend.strongly(|c| -c * y)
}
