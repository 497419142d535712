//! Unwrapping an `Option` or a `Result`: the cotangent goes to the value, or to its replacement.

use core::fmt::Debug;

use crate::differentiable::{Ct, Differentiable, NoGrad, Tangent};
use crate::ops::try_operator::Try;
use crate::rule::{By1, By2, rule};
use crate::tape::No;

rule! {
    /// `x.unwrap()`: the value of `x`. Derivative 1.
    unwrap reads (No, No);
    linear for [X: Unwrap] (x: X) -> X::Value;
    y = x.unwrap_value();
    x (given);
    tangent(x_dot) = x_dot.map_or_else(Tangent::zero, Clone::clone);
}
rule! {
    /// `x.expect(message)`: the value of `x`. Derivative 1.
    expect reads (No, No, No);
    linear for [X: Unwrap] (x: X, message: &'static str) -> X::Value;
    y = x.expect_value(message);
    x (given), message (none);
    tangent(x_dot, _message) = x_dot.map_or_else(Tangent::zero, Clone::clone);
}
rule! {
    /// `x.ok()`: the value of a `Result`, if there is one. Derivative 1.
    ok reads (No, No);
    linear for [X: Differentiable + Clone, E] (x: Result<X, E>) -> Option<X>;
    y = x.as_ref().ok().cloned();
    x (given);
    tangent(x_dot) = x_dot.map_or_else(Tangent::zero, Clone::clone);
}

/// An `Option` or a `Result` with a value that can be copied.
pub trait Unwrap: Try<Value: Differentiable + Clone> + Differentiable<Tangent = Ct<Self::Value>> + Sized {
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

/// Leads from the methods to their rules.
pub trait OutcomeRules {
    crate::derivatives_of! {
        unwrap: By1<unwrap>;
        expect: By2<expect>;
        ok: By1<ok>;
    }
}
impl<X: Try> OutcomeRules for X {}

/// A type that the content of an error may have where it is used again.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the value of an `Err` has no derivative",
    label = "it is used here, and a derivative might be lost",
    note = "drop the derivative on purpose: `stop_gradient(..)` around its uses, or of what they compute"
)]
pub trait WithoutDerivative {}
#[diagnostic::do_not_recommend]
impl<X: Differentiable<Tangent = NoGrad>> WithoutDerivative for X {}

macro_rules! without_derivative {
    ($($(#[$cfg:meta])? $t:ty;)*) => {$(
        $(#[$cfg])?
        #[diagnostic::do_not_recommend]
        impl WithoutDerivative for $t {}
    )*};
}
// They hold no number that a function could compute with.
without_derivative! {
    #[cfg(feature = "alloc")] alloc::borrow::Cow<'_, str>;
    core::num::ParseFloatError;
    core::num::ParseIntError;
    core::num::TryFromIntError;
    core::fmt::Error;
    core::convert::Infallible;
}

/// The content of an error under the name that a pattern gives it, which may be one of a reference.
#[doc(hidden)]
#[derive(Debug)]
pub struct Content<X>(core::marker::PhantomData<fn() -> X>);

/// The content under this name.
#[doc(hidden)]
#[inline(always)]
pub const fn content<X>(_: &X) -> Content<X> {
    Content(core::marker::PhantomData)
}

impl<X> Content<&X> {
    /// Claims that it has no derivative.
    #[inline(always)]
    pub const fn is_constant(&self)
    where
        X: WithoutDerivative,
    {
    }
}

/// The same of a value.
#[doc(hidden)]
pub trait ContentByValue<X> {
    /// Claims that it has no derivative.
    #[inline(always)]
    fn is_constant(&self)
    where
        X: WithoutDerivative,
    {
    }
}
impl<X> ContentByValue<X> for Content<X> {}
