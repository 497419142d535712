//! The contributions of operands with tangents to a place and to its tangent.

use crate::differentiable::Flag;
use crate::kernels::{self, Paired};
use crate::rule::slot::Slot;
use crate::scalar::{Dual, Real};
use crate::tensor::{AnyShape, SumTo, Tensor, walk, wide_mut};

/// A tensor, and its tangent if it has one.
pub(crate) type TensorWithTangent<'a, T, S> = (&'a Tensor<T, S>, Option<&'a Tensor<T, S>>);

#[inline(always)]
fn moving<'a, T: Real, S: AnyShape>((x, x_dot): TensorWithTangent<'a, T, S>) -> Paired<'a, T> {
    Paired { first: x.as_slice(), second: x_dot.filter(|dot| !dot.is_zero_of_any()).map(Tensor::as_slice) }
}

/// `place += f(c, a, b)` over the joined shape `J`, summed down to the shape of `place`; and its tangent to the other
/// place.
#[inline]
pub(crate) fn add_dual<X, T, U, V, W, J, A, B, R, P, Q>(
    place: P,
    place_dot: Q,
    (c, a, b): (TensorWithTangent<'_, U, J>, TensorWithTangent<'_, V, A>, TensorWithTangent<'_, W, B>),
    f: impl Fn(Dual<X>, Dual<X>, Dual<X>) -> Dual<X>,
) where
    X: Real<Wide = X>,
    T: Real<Wide = X>,
    U: Real<Wide = X>,
    V: Real<Wide = X>,
    W: Real<Wide = X>,
    J: AnyShape + SumTo<A> + SumTo<B> + SumTo<R>,
    A: AnyShape,
    B: AnyShape,
    R: AnyShape,
    P: Slot<Tensor<T, R>>,
    Q: Slot<Tensor<T, R>>,
{
    let rows = c.0.count_rows();
    if c.0.is_zero_of_any() {
        return;
    }
    walk!(plan: J; three<A, B, R>, rows);
    let operands = (moving(c), moving(a), moving(b));
    let f = |c: [X; 2], a: [X; 2], b: [X; 2]| {
        let [c, a, b] = [c, a, b].map(|[value, tangent]| Dual::new(value, tangent));
        let sum = f(c, a, b);
        [sum.value(), sum.tangent()]
    };
    if P::Wanted::VALUE && Q::Wanted::VALUE {
        place.accumulate(|d| {
            d.fit(rows);
            place_dot.accumulate(|d_dot| {
                d_dot.fit(rows);
                wide_mut(d, |d| {
                    wide_mut(d_dot, |d_dot| {
                        kernels::add_pairs(plan, operands, [Some(d.as_mut_slice()), Some(d_dot.as_mut_slice())], f);
                    });
                });
            });
        });
    } else {
        place.accumulate(|d| {
            d.fit(rows);
            wide_mut(d, |d| kernels::add_pairs(plan, operands, [Some(d.as_mut_slice()), None], f));
        });
        place_dot.accumulate(|d| {
            d.fit(rows);
            wide_mut(d, |d| kernels::add_pairs(plan, operands, [None, Some(d.as_mut_slice())], f));
        });
    }
}
