//! Second derivatives of operations that work number by number: what moves is computed in dual numbers, place by place, so
//! nothing is copied.

use crate::kernels::add_to;
use crate::ops::operands::{Numbers, Wide};
use crate::rule::slot::Slot;
use crate::rule::{TensorWithTangent, add_dual};
use crate::scalar::Dual;
use crate::tape::{Flag, Read};
use crate::tensor::SumTo;

/// A value that is read, and its tangent if it has one.
type WithTangent<'a, X> = (Read<'a, X>, Option<&'a X>);

#[inline(always)]
fn first<X: Numbers>((x, x_dot): WithTangent<'_, X>) -> Dual<Wide<X>> {
    Dual::with_tangent(x.get().first(), x_dot.map(Numbers::first))
}

#[inline(always)]
fn as_tensors<'a, X: Numbers>((x, x_dot): WithTangent<'a, X>) -> TensorWithTangent<'a, X::Number, X::Shape> {
    (x.get().as_tensor(), x_dot.map(Numbers::as_tensor))
}

/// `d += f(c, x, y)`, summed down to the shape of `d`, and the tangents to the other place. Reads nothing if neither is wanted.
#[inline(always)]
pub(in crate::ops) fn pass_dual<J, X, Y, D, P: Slot<D>, Q: Slot<D>>(
    (c, c_dot): (&J, Option<&J>),
    x: WithTangent<'_, X>,
    y: WithTangent<'_, Y>,
    (mut d, mut d_dot): (P, Q),
    f: impl Fn(Dual<Wide<J>>, Dual<Wide<J>>, Dual<Wide<J>>) -> Dual<Wide<J>>,
) where
    J: Numbers<Shape: SumTo<X::Shape> + SumTo<Y::Shape> + SumTo<D::Shape>>,
    X: Numbers<Number = J::Number>,
    Y: Numbers<Number = J::Number>,
    D: Numbers<Number = J::Number>,
{
    if !P::Wanted::VALUE && !Q::Wanted::VALUE {
        return;
    }
    let c = (Read::live(c), c_dot);
    if J::SCALAR {
        let sum = f(first(c), first(x), first(y));
        d.accumulate(|d| add_to(d.first_mut(), sum.value()));
        d_dot.accumulate(|d| add_to(d.first_mut(), sum.tangent()));
    } else {
        let (mut d, mut d_dot) = (d.out(), d_dot.out());
        let (d, d_dot) = (d.parts(Numbers::as_tensor_mut), d_dot.parts(Numbers::as_tensor_mut));
        add_dual(d, d_dot, (as_tensors(c), as_tensors(x), as_tensors(y)), f);
    }
}
