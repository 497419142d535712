//! Forward mode: the derivative along directions, in one pass without a tape (feature `forward-mode`).

use super::{At, Function, PureFunction};
use crate::differentiable::{Ct, Differentiable};

/// A differentiable function that has forward mode: all of them, with feature `forward-mode`.
#[diagnostic::on_unimplemented(
    message = "this function has no forward mode",
    label = "forward mode is not there",
    note = "add `forward-mode` to the features of `cotangent`",
    note = "if it has a rule of yours, add `jvp = function` to it"
)]
pub trait ForwardFunction<A, Y: Differentiable>: Function<A, Y> {
    #[doc(hidden)]
    fn tangent(arguments: A, tangents: Self::Tangents<'_>) -> (Y, Ct<Y>);
}

/// A function with forward mode that changes none of its arguments.
#[diagnostic::on_unimplemented(
    message = "this function has no forward mode along several directions",
    label = "it changes an argument, or has no forward mode",
    note = "use `jvp` for each direction",
    note = "for forward mode add `forward-mode` to the features of `cotangent`, and `jvp = function` to a rule of yours"
)]
pub trait PureForwardFunction<A, Y: Differentiable>: ForwardFunction<A, Y> + PureFunction<A, Y> {
    #[doc(hidden)]
    fn tangents<const K: usize>(arguments: &A, tangents: [Self::Tangents<'_>; K]) -> (Y, [Ct<Y>; K]);
}

/// A function with forward mode whose parameters consist of numbers.
#[diagnostic::on_unimplemented(
    message = "this function has no Jacobian by forward mode",
    label = "a parameter is `&mut`, or the feature `forward-mode` is off",
    note = "use `jvp_many` with several tangents",
    note = "for forward mode add `forward-mode` to the features of `cotangent`, and `jvp = function` to a rule of yours"
)]
pub trait JacobianFunction<A, Y: Differentiable>: PureForwardFunction<A, Y> {
    /// One `R` for each number of each parameter, in the layout of the parameters.
    type Columns<R>;

    #[doc(hidden)]
    fn columns(arguments: &A) -> (Y, Self::Columns<Ct<Y>>);
}

impl<F: Function<A, Y>, A, Y: Differentiable> At<F, A, Y> {
    /// The value and its tangent for `tangents` of the arguments: the derivative along a direction, for a result of any
    /// type.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn polar(r: f64, angle: f64) -> [f64; 2] {
    ///     [r * angle.cos(), r * angle.sin()]
    /// }
    ///
    /// assert_eq!(polar::at(2.0, 0.0).jvp((0.0, 1.0)), ([2.0, 0.0], [0.0, 2.0]));
    /// ```
    #[inline]
    #[track_caller]
    pub fn jvp(self, tangents: F::Tangents<'_>) -> (Y, Ct<Y>)
    where
        F: ForwardFunction<A, Y>,
    {
        F::tangent(self.arguments, tangents)
    }

    /// The value and its tangents along several directions. The intermediate values are computed once for all
    /// directions.
    #[inline]
    #[track_caller]
    pub fn jvp_many<const K: usize>(self, tangents: [F::Tangents<'_>; K]) -> (Y, [Ct<Y>; K])
    where
        F: PureForwardFunction<A, Y>,
    {
        F::tangents(&self.arguments, tangents)
    }

    /// The value, and for each number of each parameter the tangent of the result, in the layout of the parameters.
    /// Each pass computes eight tangents.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn polar(r: f64, angle: f64) -> [f64; 2] {
    ///     [r * angle.cos(), r * angle.sin()]
    /// }
    ///
    /// let (_, (by_r, by_angle)) = polar::at(2.0, 0.0).jacobian_fwd();
    /// assert_eq!((by_r, by_angle), ([1.0, 0.0], [0.0, 2.0]));
    /// ```
    #[inline]
    pub fn jacobian_fwd<R>(self) -> (Y, R)
    where
        F: JacobianFunction<A, Y, Columns<Ct<Y>> = R>,
    {
        F::columns(&self.arguments)
    }
}
