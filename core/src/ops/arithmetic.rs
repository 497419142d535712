//! The operators `+ - * / %` and negation, for numbers and tensors, with broadcasting.
//!
//! A number is a tensor of rank 0 here, so each operator has one rule. The cotangent of an operand that was stretched is summed
//! over the positions it was stretched to. A zero cotangent gives exactly zero, also where a divisor is 0.

use core::ops::Neg;

use super::elementwise::rows::{row, rows};
use super::operands::{Numbers, negated, pass, plain};
use crate::differentiable::{Ct, Differentiable, NoGrad};
use crate::rule::slot::Slot;
use crate::rule::{Lanes, formula, rule};
use crate::tape::{No, Read, Yes};
use crate::tensor::SumTo;

row! {
    /// `a + b`. Derivatives 1, 1.
    add(a, b) -> y = a + b, reads (No, No, No), a (=> |c| c), b (=> |c| c), linear;
}
row! {
    /// `a - b`. Derivatives 1, -1.
    sub(a, b) -> y = a - b, reads (No, No, No), a (=> |c| c), b (=> |c| -c), linear;
}
row! {
    /// `a b`. Derivatives `b`, `a`.
    mul(a, b) -> y = a * b, reads (Yes, Yes, No), a (b => |c| c * b), b (a => |c| c * a), bilinear;
}
row! {
    /// `a / b`. Derivatives `1/b`, `-y/b`.
    div(a, b) -> y = a / b, reads (No, Yes, Yes), a (b => |c| c.strongly(|c| c / b)), b (b; y => |c| c.strongly(|c| -c * y / b));
}
row! {
    /// `a % b`, the remainder with the sign of `a`. Derivatives 1, `-trunc(a / b)`.
    rem(a, b) -> y = a % b, reads (Yes, Yes, No), a (=> |c| c), b (a, b => |c| -c * (a / b).trunc());
}

/// A type whose products are not linear in it when it is the left factor, as that of a unit quaternion and a vector.
///
/// The rule of [`mul`] then reads the left factor for that factor's own cotangent, so generated code keeps it. All other left factors are kept
/// only if the right factor has a derivative; the factor of a literal never is.
pub trait NonlinearFactor {}

/// Whole numbers have no derivative: the rules are there so that they may stand in a differentiable function.
macro_rules! of_whole_numbers {
    ($name:ident $op:tt) => {
        of_whole_numbers!($name $op: usize i32 i64 u8 u16 u32 u64 i8 i16 isize);
    };
    ($name:ident $op:tt: $($t:ty)*) => {
        $(formula! { {} {$name} constant for [] (a: $t, b: $t) -> $t; y = *a $op *b; })*
    };
}
of_whole_numbers!(add+);
of_whole_numbers!(sub -);
of_whole_numbers!(mul *);
of_whole_numbers!(div /);
of_whole_numbers!(rem %);

/// The cotangent of `a` in `a += b`, which stays that of `a` and goes to `b` too.
#[diagnostic::on_unimplemented(
    message = "`+=` and `-=` have no derivative rule for a value of type `{B}`",
    label = "not an addition of numbers, tensors or matrices",
    note = "call a function or a method that is `#[differentiable]`"
)]
pub trait GoesTo<B: Differentiable> {
    /// Of `a += b`.
    fn added(&self, b_bar: impl Slot<Ct<B>>);
    /// Of `a -= b`.
    fn subtracted(&self, b_bar: impl Slot<Ct<B>>);
}

#[diagnostic::do_not_recommend]
impl<A, B> GoesTo<B> for A
where
    A: Numbers<Shape: SumTo<B::Shape> + SumTo<()>>,
    B: Numbers<Number = A::Number>,
{
    #[inline(always)]
    fn added(&self, b_bar: impl Slot<B>) {
        b_bar.put(|d, how| pass(self, d, how, plain));
    }
    #[inline(always)]
    fn subtracted(&self, b_bar: impl Slot<B>) {
        b_bar.put(|d, how| pass(self, d, how, negated));
    }
}

/// Whole numbers again.
#[diagnostic::do_not_recommend]
impl<B: Differentiable<Tangent = NoGrad>> GoesTo<B> for NoGrad {
    #[inline(always)]
    fn added(&self, _: impl Slot<NoGrad>) {}
    #[inline(always)]
    fn subtracted(&self, _: impl Slot<NoGrad>) {}
}

impl core::ops::AddAssign for NoGrad {
    #[inline(always)]
    fn add_assign(&mut self, _: Self) {}
}

impl core::ops::SubAssign for NoGrad {
    #[inline(always)]
    fn sub_assign(&mut self, _: Self) {}
}

/// `a += b`.
#[doc(hidden)]
#[inline(always)]
pub fn add_assign<A: GoesTo<B>, B: Differentiable>(a_bar: &A, _: Read<'_, B>, b_bar: impl Slot<Ct<B>>) {
    a_bar.added(b_bar);
}

/// `a -= b`.
#[doc(hidden)]
#[inline(always)]
pub fn sub_assign<A: GoesTo<B>, B: Differentiable>(a_bar: &A, _: Read<'_, B>, b_bar: impl Slot<Ct<B>>) {
    a_bar.subtracted(b_bar);
}

rule! {
    /// `-a`. Derivative -1.
    neg reads (No, No);
    linear for [A: Lanes] (a: A) -> A;
    y = a.map_lanes(Neg::neg);
    a (=> |c, d| d.add_zip(c, c, negated));
}

macro_rules! of_signed_numbers {
    ($($t:ident)*) => {
        $(formula! { {} {neg} constant for [] (a: $t) -> $t; y = -*a; })*
    };
}
of_signed_numbers!(i8 i16 i32 i64 isize);

rows! {
    /// Leads from the method to its rule.
    for numbers pub trait MulAddRule;

    /// `x a + b`, rounded once. Derivatives `a`, `x` and 1.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0]).mul_add(3.0, 0.5), tensor([3.5, 6.5]));
    /// ```
    mul_add(x, a, b) -> y = x.mul_add(a, b), reads (Yes, Yes, No, No),
        x (a => a), a (x => x), b (=> T::ONE);
}
