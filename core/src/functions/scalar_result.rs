//! The results of functions that have a gradient: numbers.

use crate::differentiable::Differentiable;
use crate::scalar::Real;

/// The result of a function that always has a gradient: a single number.
///
/// The lifetime lets the generated `grad` state this bound: without it the compiler would reject the definition of
/// `grad` for functions with other results.
#[diagnostic::on_unimplemented(
    message = "a gradient needs a scalar result, this function returns `{Self}`",
    label = "not a scalar",
    note = "use `vjp` with a seed of the result's type, or reduce the result with `sum()` or `mean()`",
    note = "if the result is an `Option` or a `Result` with a scalar, use `value_and_grad`: it tells whether there is a value"
)]
pub trait ScalarResult<'a>: PerhapsScalar<'a> {}

#[diagnostic::do_not_recommend]
impl<T: Real> ScalarResult<'_> for T {}

/// The result of a function whose value has a gradient: a single number, or an `Option` or a `Result` of one.
#[diagnostic::on_unimplemented(
    message = "a gradient needs a scalar result, this function returns `{Self}`",
    label = "not a scalar",
    note = "use `vjp` with a seed of the result's type, or reduce the result with `sum()` or `mean()`"
)]
pub trait PerhapsScalar<'a>: Differentiable + Sized {
    /// The seed of the reverse sweep, `d y / d y`.
    fn one() -> Self::Tangent;
}

#[diagnostic::do_not_recommend]
impl<T: Real> PerhapsScalar<'_> for T {
    #[inline(always)]
    fn one() -> T {
        T::ONE
    }
}

#[diagnostic::do_not_recommend]
impl<T: Real> PerhapsScalar<'_> for Option<T> {
    #[inline(always)]
    fn one() -> T {
        T::ONE
    }
}

#[diagnostic::do_not_recommend]
impl<T: Real, E> PerhapsScalar<'_> for Result<T, E> {
    #[inline(always)]
    fn one() -> T {
        T::ONE
    }
}
