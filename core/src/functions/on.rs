//! A function at some arguments, on the caller's tape.

use core::fmt;

use super::at::rows;
use super::{At, Function, PureFunction, RunSweeps as _};
use super::{PerhapsScalar, ScalarResult};
use crate::differentiable::{Ct, Differentiable};
use crate::functions::jacobian::Components;
use crate::tape::{Store, TapeOverflow, fits};
use crate::tensor::from_zero;

/// A differentiable function at some arguments, on the caller's tape: from [`At::on`].
///
/// It has the methods of [`At`], which panic when the tape is too small. Those that begin with `try_` instead return a
/// [`TapeOverflow`] that says how many words are needed.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn power(x: f64) -> f64 {
///     x.exp().exp()
/// }
///
/// let mut tape = TapeBuffer::<{ power::tape_words() }>::new();
/// assert_eq!(power::at(0.0).on(&mut tape).grad(), 1.0_f64.exp());
///
/// let mut small = [0; 1];
/// assert!(power::at(0.0).on(&mut small).try_grad().is_err());
/// ```
#[must_use = "its methods compute derivatives"]
pub struct On<'t, F, A, Y, S: ?Sized> {
    pub(super) at: At<F, A, Y>,
    pub(super) tape: &'t mut S,
}

impl<F, A: fmt::Debug, Y, S: ?Sized> fmt::Debug for On<'_, F, A, Y, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("On").field("at", &self.at).finish_non_exhaustive()
    }
}

impl<F: Function<A, Y>, A, Y: Differentiable, S: ?Sized> On<'_, F, A, Y, S> {
    /// See [`At::vjp_into`].
    ///
    /// # Panics
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn vjp_into(self, seed: Ct<Y>, cotangents: F::Cotangents<'_>) -> Y
    where
        S: Store,
    {
        fits(self.try_vjp_into(seed, cotangents))
    }

    /// See [`At::vjp_into`].
    ///
    /// # Errors
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn try_vjp_into(self, seed: Ct<Y>, cotangents: F::Cotangents<'_>) -> Result<Y, TapeOverflow>
    where
        S: Store,
    {
        F::Sweeps::run(self.tape, self.at.arguments, seed, cotangents)
    }

    /// See [`At::value_and_grad_into`].
    ///
    /// # Panics
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn value_and_grad_into(self, cotangents: F::Cotangents<'_>) -> Y
    where
        S: Store,
        Y: PerhapsScalar<'static>,
    {
        fits(self.try_value_and_grad_into(cotangents))
    }

    /// See [`At::value_and_grad_into`].
    ///
    /// # Errors
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn try_value_and_grad_into(self, cotangents: F::Cotangents<'_>) -> Result<Y, TapeOverflow>
    where
        S: Store,
        Y: PerhapsScalar<'static>,
    {
        F::Sweeps::run(self.tape, self.at.arguments, Y::one(), cotangents)
    }
}

impl<F: Function<A, Y>, A, Y: Differentiable, S: ?Sized> On<'_, F, A, Y, S> {
    /// See [`At::grad`].
    ///
    /// # Panics
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn grad(self) -> F::Gradient
    where
        S: Store,
        F: PureFunction<A, Y>,
        Y: ScalarResult<'static>,
    {
        from_zero(self, Self::zero, |on, gradient| {
            F::sweeps_from_zero(on.tape, on.at.arguments, Y::one(), gradient, drop)
        })
        .1
    }

    /// See [`At::grad`].
    ///
    /// # Errors
    /// When the tape is too small.
    #[inline]
    pub fn try_grad(self) -> Result<F::Gradient, TapeOverflow>
    where
        S: Store,
        F: PureFunction<A, Y>,
        Y: ScalarResult<'static>,
    {
        let mut gradient = self.zero();
        F::sweeps_from_zero(self.tape, self.at.arguments, Y::one(), &mut gradient, drop)?;
        Ok(gradient)
    }

    /// See [`At::value_and_grad`].
    ///
    /// # Panics
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn value_and_grad(self) -> (Y, F::Gradient)
    where
        S: Store,
        F: PureFunction<A, Y>,
        Y: PerhapsScalar<'static>,
    {
        from_zero(self, Self::zero, |on, gradient| {
            F::sweeps_from_zero(on.tape, on.at.arguments, Y::one(), gradient, core::convert::identity)
        })
    }

    /// See [`At::value_and_grad`].
    ///
    /// # Errors
    /// When the tape is too small.
    #[inline]
    pub fn try_value_and_grad(self) -> Result<(Y, F::Gradient), TapeOverflow>
    where
        S: Store,
        F: PureFunction<A, Y>,
        Y: PerhapsScalar<'static>,
    {
        self.try_vjp(Y::one())
    }

    /// See [`At::vjp`].
    ///
    /// # Panics
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn vjp(self, seed: Ct<Y>) -> (Y, F::Gradient)
    where
        S: Store,
        F: PureFunction<A, Y>,
    {
        from_zero(self, Self::zero, |on, gradient| {
            F::sweeps_from_zero(on.tape, on.at.arguments, seed, gradient, core::convert::identity)
        })
    }

    /// See [`At::vjp`].
    ///
    /// # Errors
    /// When the tape is too small.
    #[inline]
    pub fn try_vjp(self, seed: Ct<Y>) -> Result<(Y, F::Gradient), TapeOverflow>
    where
        S: Store,
        F: PureFunction<A, Y>,
    {
        let mut gradient = self.zero();
        let value = F::sweeps_from_zero(self.tape, self.at.arguments, seed, &mut gradient, core::convert::identity)?;
        Ok((value, gradient))
    }

    /// See [`At::pullback`].
    ///
    /// # Panics
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn pullback<R>(self, call: impl FnOnce(Y, &mut dyn FnMut(Ct<Y>) -> F::Gradient) -> R) -> R
    where
        S: Store,
        F: PureFunction<A, Y>,
    {
        fits(self.try_pullback(call))
    }

    /// See [`At::pullback`].
    ///
    /// # Errors
    /// When the tape is too small; `call` then did not run.
    #[inline]
    pub fn try_pullback<R>(
        self,
        call: impl FnOnce(Y, &mut dyn FnMut(Ct<Y>) -> F::Gradient) -> R,
    ) -> Result<R, TapeOverflow>
    where
        S: Store,
        F: PureFunction<A, Y>,
    {
        let arguments = &self.at.arguments;
        self.tape.run(
            |tape| F::forward(tape, arguments),
            |tape, y| {
                F::compare(&y, arguments);
                let entries = tape.entries();
                let found = call(y, &mut |seed| {
                    let mut gradient = F::zero(arguments);
                    tape.rewind(entries);
                    F::reverse(tape, arguments, &seed, F::places(&mut gradient));
                    gradient
                });
                // The whole tape counts as read, even if nothing was pulled back.
                tape.rewind(&[]);
                found
            },
        )
    }

    /// See [`At::jacobian_rev`].
    ///
    /// # Panics
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn jacobian_rev<R>(self) -> (Y, R)
    where
        S: Store,
        F: PureFunction<A, Y>,
        Y: Components<'static, Rows<F::Gradient> = R>,
    {
        fits(self.try_jacobian_rev())
    }

    /// See [`At::jacobian_rev`].
    ///
    /// # Errors
    /// When the tape is too small.
    #[inline]
    pub fn try_jacobian_rev<R>(self) -> Result<(Y, R), TapeOverflow>
    where
        S: Store,
        F: PureFunction<A, Y>,
        Y: Components<'static, Rows<F::Gradient> = R>,
    {
        self.try_pullback(rows::<F, A, Y>)
    }

    #[inline(always)]
    fn zero(&self) -> F::Gradient
    where
        F: PureFunction<A, Y>,
    {
        self.at.zero()
    }
}
