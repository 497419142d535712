//! Repeating along stretched axes, and summing along them. Linear, and each the adjoint of the other.

use super::linear::{linear, rule};
use crate::rule::By1;
use crate::scalar::{Element, Real};
use crate::tensor::{Shape, SumTo, Tensor, accumulate_sum_to};

linear! {
    /// Repeated to shape `R`. VJP: the cotangent, summed back.
    broadcast_to<R>: for [R: Shape + SumTo<S>, T: Real, S: Shape] Tensor<T, S> => Tensor<T, R>;
    value(x) = x.broadcast_to();
    adjoint(c, d) = accumulate_sum_to(c, d);
}

linear! {
    /// Summed down to shape `R`. VJP: the cotangent, repeated.
    sum_to<R>: for [R: Shape, T: Real, S: Shape + SumTo<R>] Tensor<T, S> => Tensor<T, R>;
    value(x) = x.sum_to();
    adjoint(c, d) = *d += c;
}

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_broadcast_to<R: Shape>(&self) -> By1<broadcast_to<R>> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_sum_to<R: Shape>(&self) -> By1<sum_to<R>> {
        By1::new()
    }
}
