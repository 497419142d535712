//! Two tensors one after the other along an axis. Linear: the cotangent is split again.

use super::linear::rule;
use crate::differentiable::Ct;
use crate::rule::lift::second;
use crate::rule::slot::Slot;
use crate::rule::{By2, Rule2};
use crate::scalar::{Element, Real};
use crate::tape::{Flag, No, Read};
use crate::tensor::{Concat, HasAxis, Shape, Tensor, accumulate_split};

rule! {
    /// `a`, then `b`, along axis `AXIS`. VJP: each gets its part of the cotangent.
    concat_to[AXIS: isize]<R, Out> reads (No, No, No);
}

impl<const AXIS: isize, T, S, R, Out> Rule2<Tensor<T, S>, Tensor<T, R>> for concat_to<AXIS, R, Out>
where
    T: Real,
    S: Concat<AXIS, R, Out>,
    R: HasAxis<AXIS>,
    Out: HasAxis<AXIS>,
{
    type Output = Tensor<T, Out>;
    type Residual = ();
    #[inline(always)]
    fn forward(a: &Tensor<T, S>, b: &Tensor<T, R>) -> (Tensor<T, Out>, ()) {
        (a.concat_to::<AXIS, R, Out>(b), ())
    }
    #[inline(always)]
    fn vjp(
        (): &(),
        _: Read<'_, Tensor<T, S>>,
        _: Read<'_, Tensor<T, R>>,
        _: Read<'_, Tensor<T, Out>>,
        c: &Ct<Tensor<T, Out>>,
        a_bar: impl Slot<Ct<Tensor<T, S>>>,
        b_bar: impl Slot<Ct<Tensor<T, R>>>,
    ) {
        split::<AXIS, T, S, R, Out, _, _>(c, a_bar, b_bar);
    }
    fn jvp(
        _: &Tensor<T, S>,
        _: &Tensor<T, R>,
        _: &Tensor<T, Out>,
        a_dot: Option<&Ct<Tensor<T, S>>>,
        b_dot: Option<&Ct<Tensor<T, R>>>,
    ) -> Ct<Tensor<T, Out>> {
        let a_dot = a_dot.copied().unwrap_or_default();
        a_dot.concat_to::<AXIS, R, Out>(&b_dot.copied().unwrap_or_default())
    }
    second!(linear for Tensor<T, S>, Tensor<T, R>);
}

/// Each operand's part of `c` goes to its slot. Where only one of them is wanted, the other part falls aside.
#[inline(always)]
fn split<const AXIS: isize, T, S, R, Out, A, B>(c: &Tensor<T, Out>, a_bar: A, b_bar: B)
where
    T: Real,
    S: Concat<AXIS, R, Out>,
    R: HasAxis<AXIS>,
    Out: HasAxis<AXIS>,
    A: Slot<Tensor<T, S>>,
    B: Slot<Tensor<T, R>>,
{
    if A::Wanted::VALUE && B::Wanted::VALUE {
        a_bar.accumulate(|a| b_bar.accumulate(|b| accumulate_split::<AXIS, T, S, R, Out>(c, a, b)));
    } else {
        a_bar.accumulate(|a| accumulate_split::<AXIS, T, S, R, Out>(c, a, &mut Tensor::zeros()));
        b_bar.accumulate(|b| accumulate_split::<AXIS, T, S, R, Out>(c, &mut Tensor::zeros(), b));
    }
}

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_concat_to<const AXIS: isize, R: Shape, Out: Shape>(&self) -> By2<concat_to<AXIS, R, Out>> {
        By2::new()
    }
}
