//! Loops over numbers that move: each operand is a slice of values and, unless it stands still, one of tangents.

use super::Plan;
use super::elementwise::update;
use super::reduce::{CHUNK, fold_run, stretch};
use super::wide::add_to;
use crate::dual::Dual;
use crate::real::Real;

/// An operand, and its tangent if it has one.
#[derive(Clone, Copy)]
pub(crate) struct Moving<'a, T> {
    pub(crate) values: &'a [T],
    pub(crate) tangents: Option<&'a [T]>,
}

/// A chunk of values, and one of tangents.
type Chunks<A> = [[A; CHUNK]; 2];

impl<'a, T: Real> Moving<'a, T> {
    /// The numbers from `start + from` on, or the one at `start` again and again; in `chunks`, if they are not as they are needed.
    #[inline(always)]
    fn part<'c>(
        self,
        (start, step, from): (usize, usize, usize),
        chunks: &'c mut Chunks<T::Wide>,
        len: usize,
    ) -> [&'c [T::Wide]; 2]
    where
        'a: 'c,
    {
        let [values, tangents] = chunks;
        let tangents = match self.tangents {
            Some(numbers) => stretch(&numbers[start..], step, from, &mut tangents[..len]),
            None => &tangents[..len],
        };
        [stretch(&self.values[start..], step, from, &mut values[..len]), tangents]
    }
}

/// Adds `f(a, b, c)` to the places of the plan `[a, b, c, place]`, where there are: the values to one, the tangents to another.
#[inline]
pub(crate) fn add_dual<X, T, U, V>(
    plan: &Plan<4>,
    (a, b, c): (Moving<'_, T>, Moving<'_, U>, Moving<'_, V>),
    mut places: [Option<&mut [X]>; 2],
    f: impl Fn(Dual<X>, Dual<X>, Dual<X>) -> Dual<X>,
) where
    X: Real<Wide = X>,
    T: Real<Wide = X>,
    U: Real<Wide = X>,
    V: Real<Wide = X>,
{
    let mut chunks = [[[X::ZERO; CHUNK]; 2]; 4];
    let [sums, chunks_a, chunks_b, chunks_c] = &mut chunks;
    plan.each_run(|[x, y, z, place]| {
        let mut from = 0;
        while from < plan.run() {
            let len = (plan.run() - from).min(CHUNK);
            let [a, a_dot] = a.part((x, plan.step(0), from), chunks_a, len);
            let [b, b_dot] = b.part((y, plan.step(1), from), chunks_b, len);
            let [c, c_dot] = c.part((z, plan.step(2), from), chunks_c, len);
            let [values, tangents] = sums;
            let operands = a.iter().zip(a_dot).zip(b.iter().zip(b_dot)).zip(c.iter().zip(c_dot));
            for ((value, tangent), (((a, s), (b, t)), (c, u))) in values.iter_mut().zip(tangents).zip(operands) {
                let sum = f(Dual::new(*a, *s), Dual::new(*b, *t), Dual::new(*c, *u));
                (*value, *tangent) = (sum.value(), sum.tangent());
            }
            for (numbers, sums) in places.iter_mut().zip(&*sums) {
                let Some(numbers) = numbers else { continue };
                if plan.step(3) == 0 && plan.run() > 1 {
                    add_to(&mut numbers[place], fold_run(&sums[..len], X::ZERO, |a, b| a + b));
                } else {
                    update(&mut numbers[place + from..][..len], (&sums[..len], 1), add_to);
                }
            }
            from += len;
        }
    });
}
