//! Rules that are linear in each of two operands, such as products: the tangent of the VJP has a term with the tangent
//! of the cotangent and a term with the tangent of the other operand.

use core::marker::PhantomData;

use super::WithTangent;
use crate::differentiable::{Ct, Differentiable, NoGrad, Tangent};
use crate::rule::Rule2;
use crate::rule::slot::Slot;
use crate::tape::Read;

/// For a rule with two operands.
#[inline]
pub fn two<R, A, B>(
    _: PhantomData<R>,
    ((a, a_dot), (b, b_dot)): (WithTangent<'_, A>, WithTangent<'_, B>),
    (y, _): WithTangent<'_, R::Output>,
    (y_bar, y_bar_dot): (&Ct<R::Output>, Option<&Ct<R::Output>>),
    (a_bar, mut a_bar_dot): (impl Slot<A>, impl Slot<A>),
    (b_bar, mut b_bar_dot): (impl Slot<B>, impl Slot<B>),
) where
    A: Differentiable<Tangent = A> + Tangent,
    B: Differentiable<Tangent = B> + Tangent,
    R: Rule2<A, B, Residual = ()>,
{
    R::vjp(&(), a, b, y, y_bar, a_bar, b_bar);
    if let Some(y_bar) = y_bar_dot {
        R::vjp(&(), a, b, y, y_bar, a_bar_dot.out(), b_bar_dot.out());
    }
    if let Some(b_dot) = b_dot {
        R::vjp(&(), Read::absent(), Read::live(b_dot), Read::absent(), y_bar, a_bar_dot.out(), NoGrad);
    }
    if let Some(a_dot) = a_dot {
        R::vjp(&(), Read::live(a_dot), Read::absent(), Read::absent(), y_bar, NoGrad, b_bar_dot.out());
    }
}
