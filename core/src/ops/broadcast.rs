//! Broadcasting, and its adjoint, the sum along broadcast axes. Both are linear; each is the adjoint of the other.

use crate::rule::{By1, rule};
use crate::scalar::{Element, Real};
use crate::tape::No;
use crate::tensor::{Shape, SumTo, Tensor, accumulate_sum_to};

rule! {
    /// Repeated to shape `R`. VJP: the cotangent, summed back.
    broadcast_to<R> reads (No, No);
    linear for [R: Shape + SumTo<S>, T: Real, S: Shape] (x: Tensor<T, S>) -> Tensor<T, R>;
    y = x.broadcast_to();
    x (=> |c, d| accumulate_sum_to(c, d));
}

rule! {
    /// Summed down to shape `R`. VJP: the cotangent, repeated.
    sum_to<R> reads (No, No);
    linear for [R: Shape, T: Real, S: Shape + SumTo<R>] (x: Tensor<T, S>) -> Tensor<T, R>;
    y = x.sum_to();
    x (=> |c, d| *d += c);
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
