//! Taking the value out of an `Option` or a `Result`: the cotangent goes to the value, or to what stands in for it.

use core::fmt::Debug;

use super::clone::clone;
use super::linear::rule;
use super::try_operator::Try;
use crate::differentiable::{Ct, Differentiable, NoGrad, Tangent};
use crate::rule::lift::second;
use crate::rule::slot::{Slot, give};
use crate::rule::{By1, By2, Rule1, Rule2};
use crate::tape::{No, Read};

rule! {
    /// `x.unwrap()`: the value of `x`. Derivative 1.
    unwrap reads (No, No);
}
rule! {
    /// `x.expect(message)`: the value of `x`. Derivative 1.
    expect reads (No, No, No);
}
rule! {
    /// `x.unwrap_or(y)`: the value of `x`, or `y`. Derivative 1 by the one that is taken, else 0.
    unwrap_or reads (No, No, No), often_zero;
}

/// An `Option` or a `Result` with a value that can be copied.
pub trait Unwrap: Try<Value: Differentiable + Clone> + Differentiable<Tangent = Ct<Self::Value>> {
    /// `unwrap`.
    fn unwrap_value(&self) -> Self::Value;
    /// `expect`.
    fn expect_value(&self, message: &str) -> Self::Value;
}

impl<T: Differentiable + Clone> Unwrap for Option<T> {
    #[track_caller]
    fn unwrap_value(&self) -> T {
        self.clone().unwrap()
    }
    #[track_caller]
    fn expect_value(&self, message: &str) -> T {
        self.clone().expect(message)
    }
}

impl<T: Differentiable + Clone, E: Debug> Unwrap for Result<T, E> {
    #[track_caller]
    fn unwrap_value(&self) -> T {
        self.as_ref().unwrap().clone()
    }
    #[track_caller]
    fn expect_value(&self, message: &str) -> T {
        self.as_ref().expect(message).clone()
    }
}

impl<X: Unwrap> Rule1<X> for unwrap {
    type Output = X::Value;
    type Residual = ();
    #[inline(always)]
    fn forward(x: &X) -> (X::Value, ()) {
        (x.unwrap_value(), ())
    }
    #[inline(always)]
    fn vjp((): &(), _: Read<'_, X>, _: Read<'_, X::Value>, c: &Ct<X>, x_bar: impl Slot<Ct<X>>) {
        give(x_bar, c);
    }
    #[inline(always)]
    fn jvp(_: &X, _: &X::Value, x_dot: Option<&Ct<X>>) -> Ct<X> {
        x_dot.map_or_else(Tangent::zero, Clone::clone)
    }
    second!(linear for X);
}

impl<X: Unwrap> Rule2<X, &'static str> for expect {
    type Output = X::Value;
    type Residual = ();
    #[inline(always)]
    fn forward(x: &X, message: &&'static str) -> (X::Value, ()) {
        (x.expect_value(message), ())
    }
    #[inline(always)]
    fn vjp(
        (): &(),
        _: Read<'_, X>,
        _: Read<'_, &'static str>,
        _: Read<'_, X::Value>,
        c: &Ct<X>,
        x_bar: impl Slot<Ct<X>>,
        _: impl Slot<NoGrad>,
    ) {
        give(x_bar, c);
    }
    #[inline(always)]
    fn jvp(_: &X, _: &&'static str, _: &X::Value, x_dot: Option<&Ct<X>>, _: Option<&NoGrad>) -> Ct<X> {
        x_dot.map_or_else(Tangent::zero, Clone::clone)
    }
    second!(linear for X, &'static str);
}

impl<X: Unwrap> Rule2<X, X::Value> for unwrap_or {
    type Output = X::Value;
    /// Whether `x` has no value.
    type Residual = bool;
    #[inline(always)]
    fn forward(x: &X, y: &X::Value) -> (X::Value, bool) {
        (if x.is_failure() { y.clone() } else { x.output().clone() }, x.is_failure())
    }
    #[inline(always)]
    fn vjp(
        missing: &bool,
        _: Read<'_, X>,
        _: Read<'_, X::Value>,
        _: Read<'_, X::Value>,
        c: &Ct<X>,
        x_bar: impl Slot<Ct<X>>,
        y_bar: impl Slot<Ct<X>>,
    ) {
        if *missing {
            give(y_bar, c);
        } else {
            give(x_bar, c);
        }
    }
    #[inline(always)]
    fn jvp(x: &X, _: &X::Value, _: &X::Value, x_dot: Option<&Ct<X>>, y_dot: Option<&Ct<X>>) -> Ct<X> {
        let dot = if x.is_failure() { y_dot } else { x_dot };
        dot.map_or_else(Tangent::zero, Clone::clone)
    }
    second!(linear for X, X::Value);
}

/// Leads from the methods to their rules.
pub trait OutcomeRules {
    crate::derivatives_of! {
        unwrap: By1<unwrap>;
        expect: By2<expect>;
        unwrap_or: By2<unwrap_or>;
    }
}
impl<X: Try> OutcomeRules for X {}

/// What an error may carry.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the value of an `Err` has no derivative",
    label = "a derivative flows through this value",
    note = "end the derivative on purpose: `stop_gradient(..)`"
)]
pub trait WithoutDerivative: Differentiable<Tangent = NoGrad> {}
#[diagnostic::do_not_recommend]
impl<X: Differentiable<Tangent = NoGrad>> WithoutDerivative for X {}

/// Leads from what an error carries to the rule of a copy, whose cotangent is nothing there.
#[doc(hidden)]
pub trait CarriedRules {
    /// The rule.
    fn derivative_of_carried(&self) -> By1<clone>
    where
        Self: WithoutDerivative,
    {
        By1::new()
    }
}
impl<X> CarriedRules for X {}
