//! Concatenation of two tensors along an axis. Linear: the VJP splits the cotangent.

use crate::rule::{By2, rule};
use crate::scalar::{Element, Real};
use crate::tape::No;
use crate::tensor::{Concat, HasAxis, Shape, Tensor, accumulate_head, accumulate_tail};

rule! {
    /// `a`, then `b`, along axis `AXIS`. VJP: each operand gets its part of the cotangent.
    concat_to[AXIS: isize]<R, Out> reads (No, No, No);
    linear for [T: Real, S: Concat<AXIS, R, Out>, R: HasAxis<AXIS>, Out: HasAxis<AXIS>] (a: Tensor<T, S>, b: Tensor<T, R>) -> Tensor<T, Out>;
    y = a.concat_to::<AXIS, R, Out>(b);
    a (=> |c, d| accumulate_head::<AXIS, T, S, R, Out>(c, d)), b (=> |c, d| accumulate_tail::<AXIS, T, S, R, Out>(c, d));
}

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_concat_to<const AXIS: isize, R: Shape, Out: Shape>(&self) -> By2<concat_to<AXIS, R, Out>> {
        By2::new()
    }
}
