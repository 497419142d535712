//! The operator `?`, as the standard library has it: a value, or a residual that the function returns instead.

use core::convert::Infallible;

/// The operand of `?`: a value, or the residual that the function returns instead.
pub trait Try {
    /// The value.
    type Value;
    /// The residual, for results of other types.
    type Residual;
    /// Whether there is no value.
    fn is_failure(&self) -> bool;
    /// The value.
    ///
    /// # Panics
    /// When there is none, which generated code has checked before.
    fn into_output(self) -> Self::Value;
    /// The same, by reference.
    fn output(&self) -> &Self::Value;
    /// The residual.
    fn residual(self) -> Self::Residual;
}

/// The result of a function that can return the residual `R` of a `?`.
#[diagnostic::on_unimplemented(
    message = "`?` cannot return this from a function whose result is `{Self}`",
    label = "in this function"
)]
pub trait FromResidual<R> {
    /// The result without a value.
    fn from_residual(residual: R) -> Self;
}

fn asked<R>() -> R {
    unreachable!("whether there is a value was asked before")
}

impl<T> Try for Option<T> {
    type Value = T;
    type Residual = Option<Infallible>;
    #[inline(always)]
    fn is_failure(&self) -> bool {
        self.is_none()
    }
    #[inline(always)]
    fn into_output(self) -> T {
        self.unwrap_or_else(asked)
    }
    #[inline(always)]
    fn output(&self) -> &T {
        self.as_ref().unwrap_or_else(asked)
    }
    #[inline(always)]
    fn residual(self) -> Option<Infallible> {
        None
    }
}

impl<T> FromResidual<Option<Infallible>> for Option<T> {
    #[inline(always)]
    fn from_residual(_: Option<Infallible>) -> Self {
        None
    }
}

impl<T, E> Try for Result<T, E> {
    type Value = T;
    type Residual = Result<Infallible, E>;
    #[inline(always)]
    fn is_failure(&self) -> bool {
        self.is_err()
    }
    #[inline(always)]
    fn into_output(self) -> T {
        self.unwrap_or_else(|_| asked())
    }
    #[inline(always)]
    fn output(&self) -> &T {
        self.as_ref().unwrap_or_else(|_| asked())
    }
    #[inline(always)]
    fn residual(self) -> Result<Infallible, E> {
        match self {
            Ok(_) => asked(),
            Err(error) => Err(error),
        }
    }
}

impl<T, E, F: From<E>> FromResidual<Result<Infallible, E>> for Result<T, F> {
    #[inline(always)]
    fn from_residual(Err(error): Result<Infallible, E>) -> Self {
        Err(error.into())
    }
}

/// A result that may carry an error.
pub trait Carries {
    /// The error.
    type Error;
    /// The result with that error.
    fn failed(error: Self::Error) -> Self;
}

impl<T, E> Carries for Result<T, E> {
    type Error = E;
    #[inline(always)]
    fn failed(error: E) -> Self {
        Err(error)
    }
}

/// An outcome whose failure is one of `R` too.
pub trait FailsAs<R> {
    /// The failure.
    ///
    /// # Panics
    /// When there is a value: whether there is has been asked.
    fn fails_as(self) -> R;
}

impl<T, U> FailsAs<Option<U>> for Option<T> {
    #[inline(always)]
    fn fails_as(self) -> Option<U> {
        None
    }
}

impl<T, U, E> FailsAs<Result<U, E>> for Result<T, E> {
    #[inline(always)]
    fn fails_as(self) -> Result<U, E> {
        match self {
            Ok(_) => asked(),
            Err(error) => Err(error),
        }
    }
}
