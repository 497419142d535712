//! Loops over pairs of numbers: each operand is two slices, or one slice paired with zeros.

use super::Plan;
use super::elementwise::update;
use super::reduce::{CHUNK, fold_run, stretch};
use super::wide::add_to;
use crate::scalar::Real;

/// An operand: the first numbers of the pairs, and the second ones unless all are zero.
#[derive(Clone, Copy)]
pub(crate) struct Paired<'a, T> {
    pub(crate) first: &'a [T],
    pub(crate) second: Option<&'a [T]>,
}

/// A chunk of each.
type Chunks<A> = [[A; CHUNK]; 2];

impl<'a, T: Real> Paired<'a, T> {
    /// The numbers from `start + from` on, or the one at `start` repeated; copied to `chunks` if they must be
    /// converted.
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
        let [first, second] = chunks;
        let second = match self.second {
            Some(numbers) => stretch(&numbers[start..], step, from, &mut second[..len]),
            None => &second[..len],
        };
        [stretch(&self.first[start..], step, from, &mut first[..len]), second]
    }
}

/// Adds `f(a, b, c)` to the places of the plan `[a, b, c, place]`, if present: the first number of each pair to one,
/// the second to another.
#[inline]
pub(crate) fn add_pairs<X, T, U, V>(
    plan: &Plan<4>,
    (a, b, c): (Paired<'_, T>, Paired<'_, U>, Paired<'_, V>),
    mut places: [Option<&mut [X]>; 2],
    f: impl Fn([X; 2], [X; 2], [X; 2]) -> [X; 2],
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
            let [a, a2] = a.part((x, plan.step(0), from), chunks_a, len);
            let [b, b2] = b.part((y, plan.step(1), from), chunks_b, len);
            let [c, c2] = c.part((z, plan.step(2), from), chunks_c, len);
            let [first, second] = sums;
            let operands = a.iter().zip(a2).zip(b.iter().zip(b2)).zip(c.iter().zip(c2));
            for ((first, second), (((a, a2), (b, b2)), (c, c2))) in first.iter_mut().zip(second).zip(operands) {
                [*first, *second] = f([*a, *a2], [*b, *b2], [*c, *c2]);
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
