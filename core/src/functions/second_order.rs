//! Second derivatives, forward over reverse (feature `second-order`).

use super::{At, Function, On, PureForwardFunction, PureFunction};
use super::{PerhapsScalar, ScalarResult};
use crate::differentiable::{Ct, Differentiable};
use crate::tape::{Store, TapeOverflow, UNBOUNDED, fits, on_growing_tape};

/// A differentiable function that has second derivatives: every one whose result is a number, with feature
/// `second-order`.
#[diagnostic::on_unimplemented(
    message = "this function has no second derivatives",
    label = "second derivatives are not there",
    note = "add `second-order` to the features of `cotangent`",
    note = "if it has a rule of yours, that needs a `jvp`, and a `vjp` that is `#[differentiable]` and keeps no residual"
)]
pub trait SecondOrderFunction<A, Y: Differentiable>: Function<A, Y> {
    /// Adds the gradient to its place, and the tangent of the gradient along `tangents` to another.
    ///
    /// # Errors
    /// When the tape is too small.
    #[doc(hidden)]
    fn second_sweeps<S: Store + ?Sized>(
        tape: &mut S,
        arguments: A,
        tangents: Self::Tangents<'_>,
        gradient: Self::Cotangents<'_>,
        product: Self::Cotangents<'_>,
    ) -> Result<Y, TapeOverflow>;
}

/// A function with second derivatives whose parameters consist of numbers.
#[diagnostic::on_unimplemented(
    message = "this function has no Hessian",
    label = "a parameter is `&mut`, or there are no second derivatives",
    note = "use `hvp` with several tangents",
    note = "for second derivatives add `second-order` to the features of `cotangent`",
    note = "if it has a rule of yours, that needs a `jvp`, and a `vjp` that is `#[differentiable]` and keeps no residual"
)]
pub trait HessianFunction<A, Y: Differentiable>: PureFunction<A, Y> {
    /// One `R` for each number of each parameter, in the layout of the parameters.
    type Columns<R>;

    /// The value, the gradient, and the derivative of the gradient by each number.
    ///
    /// # Errors
    /// When the tape is too small.
    #[doc(hidden)]
    #[expect(clippy::type_complexity, reason = "three things")]
    fn hessian<S: Store + ?Sized>(
        tape: &mut S,
        arguments: &A,
    ) -> Result<(Y, Self::Gradient, Self::Columns<Self::Gradient>), TapeOverflow>;
}

/// The words on the tape that second derivatives need, for some arguments.
#[diagnostic::on_unimplemented(
    message = "this function has no second derivatives, or changes an argument",
    label = "the tape cannot be counted",
    note = "where it changes an argument, the error of the `try_` form says how many words are needed",
    note = "for second derivatives add `second-order` to the features of `cotangent`"
)]
pub trait CountedFunction<A, Y: Differentiable>: PureFunction<A, Y> {
    #[doc(hidden)]
    fn second_words_for(arguments: &A) -> usize;
}

/// These calls use a tape that grows, which needs feature `alloc`.
impl<F: Function<A, Y>, A, Y: Differentiable> At<F, A, Y> {
    /// The product of the Hessian with `v`: the derivative of the gradient along `v`, by one forward and one reverse
    /// sweep.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn f(x: f64, y: f64) -> f64 {
    ///     x * x * y
    /// }
    ///
    /// assert_eq!(f::at(3.0, 2.0).hvp((1.0, 0.0)), (4.0, 6.0));
    /// ```
    #[inline]
    #[track_caller]
    pub fn hvp(self, v: F::Tangents<'_>) -> F::Gradient
    where
        F: SecondOrderFunction<A, Y> + PureFunction<A, Y>,
        Y: ScalarResult<'static>,
    {
        on_growing_tape::<{ UNBOUNDED }, _>(|tape| self.on(tape).hvp(v))
    }

    /// The value, the gradient and the product of the Hessian with `v`, from the same sweeps.
    #[inline]
    #[track_caller]
    pub fn value_grad_and_hvp(self, v: F::Tangents<'_>) -> (Y, F::Gradient, F::Gradient)
    where
        F: SecondOrderFunction<A, Y> + PureFunction<A, Y>,
        Y: PerhapsScalar<'static>,
    {
        on_growing_tape::<{ UNBOUNDED }, _>(|tape| self.on(tape).value_grad_and_hvp(v))
    }

    /// The Hessian: the derivative of the gradient by each number of each parameter, in the layout of the parameters.
    /// It takes two sweeps for each number.
    #[inline]
    #[track_caller]
    pub fn hessian<R>(self) -> R
    where
        F: HessianFunction<A, Y, Columns<<F as Function<A, Y>>::Gradient> = R>,
        Y: ScalarResult<'static>,
    {
        on_growing_tape::<{ UNBOUNDED }, _>(|tape| self.on(tape).hessian())
    }

    /// The value, the gradient and the Hessian.
    #[inline]
    #[track_caller]
    pub fn value_grad_and_hessian<R>(self) -> (Y, F::Gradient, R)
    where
        F: HessianFunction<A, Y, Columns<<F as Function<A, Y>>::Gradient> = R>,
        Y: PerhapsScalar<'static>,
    {
        on_growing_tape::<{ UNBOUNDED }, _>(|tape| self.on(tape).value_grad_and_hessian())
    }

    /// The Gauss-Newton product `Jᵀ(Jv)` with the Jacobian `J`: a forward pass along `v`, then a reverse sweep whose
    /// seed is the tangent of that pass. The result may have any type.
    #[inline]
    #[track_caller]
    pub fn gauss_newton(self, v: F::Tangents<'_>) -> F::Gradient
    where
        F: PureForwardFunction<A, Y>,
    {
        let (_, [seed]): (Y, [Ct<Y>; 1]) = F::tangents(&self.arguments, [v]);
        self.vjp(seed).1
    }

    /// Words of 8 bytes that second derivatives need on the tape for these arguments.
    #[must_use]
    pub fn hvp_tape_words(self) -> usize
    where
        F: CountedFunction<A, Y>,
    {
        F::second_words_for(&self.arguments)
    }
}

/// On the caller's tape, which needs `f::hvp_tape_words()` words; if that depends on the arguments,
/// [`At::hvp_tape_words`] counts them.
impl<F: Function<A, Y>, A, Y: Differentiable, S: ?Sized> On<'_, F, A, Y, S> {
    /// See [`At::hvp`].
    ///
    /// # Panics
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn hvp(self, v: F::Tangents<'_>) -> F::Gradient
    where
        S: Store,
        F: SecondOrderFunction<A, Y> + PureFunction<A, Y>,
        Y: ScalarResult<'static>,
    {
        fits(self.try_hvp(v))
    }

    /// See [`At::hvp`].
    ///
    /// # Errors
    /// When the tape is too small.
    #[inline]
    pub fn try_hvp(self, v: F::Tangents<'_>) -> Result<F::Gradient, TapeOverflow>
    where
        S: Store,
        F: SecondOrderFunction<A, Y> + PureFunction<A, Y>,
        Y: ScalarResult<'static>,
    {
        self.try_value_grad_and_hvp(v).map(|(_, _, product)| product)
    }

    /// See [`At::value_grad_and_hvp`].
    ///
    /// # Panics
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn value_grad_and_hvp(self, v: F::Tangents<'_>) -> (Y, F::Gradient, F::Gradient)
    where
        S: Store,
        F: SecondOrderFunction<A, Y> + PureFunction<A, Y>,
        Y: PerhapsScalar<'static>,
    {
        fits(self.try_value_grad_and_hvp(v))
    }

    /// See [`At::value_grad_and_hvp`].
    ///
    /// # Errors
    /// When the tape is too small.
    #[inline]
    pub fn try_value_grad_and_hvp(self, v: F::Tangents<'_>) -> Result<(Y, F::Gradient, F::Gradient), TapeOverflow>
    where
        S: Store,
        F: SecondOrderFunction<A, Y> + PureFunction<A, Y>,
        Y: PerhapsScalar<'static>,
    {
        let (mut gradient, mut product) = (self.at.zero(), self.at.zero());
        let value =
            F::second_sweeps(self.tape, self.at.arguments, v, F::places(&mut gradient), F::places(&mut product))?;
        Ok((value, gradient, product))
    }

    /// Returns the value; adds the gradient to `gradient`, and the product of the Hessian with `v` to `product`. Where
    /// the function changes an argument, this call changes the argument, its tangent, its cotangent, and the tangent of
    /// the cotangent.
    ///
    /// # Panics
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn value_grad_and_hvp_into(
        self,
        v: F::Tangents<'_>,
        gradient: F::Cotangents<'_>,
        product: F::Cotangents<'_>,
    ) -> Y
    where
        S: Store,
        F: SecondOrderFunction<A, Y>,
    {
        fits(self.try_value_grad_and_hvp_into(v, gradient, product))
    }

    /// See [`value_grad_and_hvp_into`](Self::value_grad_and_hvp_into).
    ///
    /// # Errors
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn try_value_grad_and_hvp_into(
        self,
        v: F::Tangents<'_>,
        gradient: F::Cotangents<'_>,
        product: F::Cotangents<'_>,
    ) -> Result<Y, TapeOverflow>
    where
        S: Store,
        F: SecondOrderFunction<A, Y>,
    {
        F::second_sweeps(self.tape, self.at.arguments, v, gradient, product)
    }

    /// See [`At::hessian`].
    ///
    /// # Panics
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn hessian<R>(self) -> R
    where
        S: Store,
        F: HessianFunction<A, Y, Columns<<F as Function<A, Y>>::Gradient> = R>,
        Y: ScalarResult<'static>,
    {
        self.value_grad_and_hessian().2
    }

    /// See [`At::value_grad_and_hessian`].
    ///
    /// # Panics
    /// When the tape is too small.
    #[inline]
    #[track_caller]
    pub fn value_grad_and_hessian<R>(self) -> (Y, F::Gradient, R)
    where
        S: Store,
        F: HessianFunction<A, Y, Columns<<F as Function<A, Y>>::Gradient> = R>,
        Y: PerhapsScalar<'static>,
    {
        fits(F::hessian(self.tape, &self.at.arguments))
    }
}
