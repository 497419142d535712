//! What operands that move add to a place, and to its tangent.

use super::broadcast::Walk;
use super::{Shape, SumTo, Tensor, wide_mut};
use crate::dual::Dual;
use crate::kernels::{self, Moving};
use crate::real::Real;
use crate::slot::Slot;
use crate::tape::Flag;

/// A tensor, and its tangent if it moves.
pub(crate) type MovingTensor<'a, T, S> = (&'a Tensor<T, S>, Option<&'a Tensor<T, S>>);

#[inline(always)]
fn moving<'a, T: Real, S: Shape>((x, x_dot): MovingTensor<'a, T, S>) -> Moving<'a, T> {
    Moving { values: x.as_slice(), tangents: x_dot.map(Tensor::as_slice) }
}

/// `place += f(c, a, b)` over the joined shape `J`, summed down to the shape of `place`; and the tangents to the other place.
#[inline]
pub(crate) fn add_dual<T, J, A, B, R, P, Q>(
    place: P,
    place_dot: Q,
    (c, a, b): (MovingTensor<'_, T, J>, MovingTensor<'_, T, A>, MovingTensor<'_, T, B>),
    f: impl Fn(Dual<T::Wide>, Dual<T::Wide>, Dual<T::Wide>) -> Dual<T::Wide>,
) where
    T: Real,
    J: Shape + SumTo<A> + SumTo<B> + SumTo<R>,
    A: Shape,
    B: Shape,
    R: Shape,
    P: Slot<Tensor<T, R>>,
    Q: Slot<Tensor<T, R>>,
{
    let plan = const { Walk::<J>::three::<A, B, R>() };
    let operands = [moving(c), moving(a), moving(b)];
    if P::Wanted::VALUE && Q::Wanted::VALUE {
        place.accumulate(|d| {
            place_dot.accumulate(|d_dot| {
                wide_mut(d, |d| {
                    wide_mut(d_dot, |d_dot| {
                        let (d, d_dot) = (d.as_mut_slice(), d_dot.as_mut_slice());
                        kernels::each_dual(&plan, operands, f, |i, sum| {
                            d[i] += sum.value();
                            d_dot[i] += sum.tangent();
                        });
                    });
                });
            });
        });
    } else {
        place.accumulate(|d| {
            wide_mut(d, |d| {
                let d = d.as_mut_slice();
                kernels::each_dual(&plan, operands, &f, |i, sum| d[i] += sum.value());
            });
        });
        place_dot.accumulate(|d| {
            wide_mut(d, |d| {
                let d = d.as_mut_slice();
                kernels::each_dual(&plan, operands, &f, |i, sum| d[i] += sum.tangent());
            });
        });
    }
}
