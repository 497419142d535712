//! Loops over numbers that move: each operand is a slice of values and, unless it stands still, one of tangents.

use super::Plan;
use super::reduce::CHUNK;
use crate::dual::Dual;
use crate::real::{Element, Real};

/// An operand, and its tangent if it has one.
#[derive(Clone, Copy)]
pub(crate) struct Moving<'a, T> {
    pub(crate) values: &'a [T],
    pub(crate) tangents: Option<&'a [T]>,
}

impl<T: Real> Moving<'_, T> {
    /// The numbers from `start` on, `step` apart.
    #[inline(always)]
    fn load(self, start: usize, step: usize, out: &mut [Dual<T::Wide>]) {
        let values = &self.values[start..];
        if let Some(tangents) = self.tangents {
            let tangents = &tangents[start..];
            for (i, out) in out.iter_mut().enumerate() {
                *out = Dual::new(values[i * step].widen(), tangents[i * step].widen());
            }
        } else {
            for (i, out) in out.iter_mut().enumerate() {
                *out = Dual::constant(values[i * step].widen());
            }
        }
    }
}

/// Calls `add` with each place of the plan `[a, b, c, place]` and what `f(a, b, c)` adds there, chunks of sums at once.
#[inline]
pub(crate) fn each_dual<T: Real>(
    plan: &Plan<4>,
    operands: [Moving<'_, T>; 3],
    f: impl Fn(Dual<T::Wide>, Dual<T::Wide>, Dual<T::Wide>) -> Dual<T::Wide>,
    mut add: impl FnMut(usize, Dual<T::Wide>),
) {
    let mut chunks = [[Dual::<T::Wide>::ZERO; CHUNK]; 3];
    plan.each_run(|[a, b, c, place]| {
        let mut from = 0;
        while from < plan.run() {
            let len = (plan.run() - from).min(CHUNK);
            for (i, (operand, start)) in operands.iter().zip([a, b, c]).enumerate() {
                operand.load(start + from * plan.step(i), plan.step(i), &mut chunks[i][..len]);
            }
            let [a, b, c] = &chunks;
            let sums = a.iter().zip(b).zip(c).take(len).map(|((&a, &b), &c)| f(a, b, c));
            if plan.step(3) == 0 && plan.run() > 1 {
                add(place, sums.fold(Dual::ZERO, |sum, x| sum + x));
            } else {
                for (i, sum) in sums.enumerate() {
                    add(place + from + i, sum);
                }
            }
            from += len;
        }
    });
}
