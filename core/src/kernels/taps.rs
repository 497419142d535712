//! Weighted sums of neighbours along one axis, and their adjoint.

use core::ops::{Add, Mul};

use super::Lines;
use crate::scalar::Element;

/// Neighbours and their weights: `first` is that of the first one, `rest` that of each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Taps<A> {
    pub(crate) start: usize,
    pub(crate) count: usize,
    pub(crate) first: A,
    pub(crate) rest: A,
}

/// The taps of every position of the result.
type Every<'a, A> = &'a dyn Fn(usize) -> Taps<A>;

/// `each(s, d, n, weight)` for all runs of `n` numbers, from `s` on, that count with this weight for those from `d` on.
#[inline(always)]
fn runs<A: Copy>([from, to]: [Lines; 2], taps: Every<'_, A>, mut each: impl FnMut(usize, usize, usize, A)) {
    for group in 0..to.count / to.pitch {
        for k in 0..to.len {
            let Taps { start, count, first, rest } = taps(k);
            for i in 0..count {
                let (s, d) = (from.at(group * from.pitch, start + i), to.at(group * to.pitch, k));
                each(s, d, to.pitch, if i == 0 { first } else { rest });
            }
        }
    }
}

/// `d[k] += Σ weight · x[tap]` along the lines; lines that lie side by side go together.
pub(crate) fn add_tapped<T, A>(lines: [Lines; 2], taps: Every<'_, A>, x: &[T], d: &mut [A])
where
    T: Element<Accumulator = A>,
    A: Copy + Add<Output = A> + Mul<Output = A>,
{
    runs(lines, taps, |s, k, n, weight| add_weighted(weight, &x[s..][..n], &mut d[k..][..n]));
}

/// `d[tap] += weight · c[k]`: the adjoint of [`add_tapped`].
pub(crate) fn give_back_tapped<T, A>(lines: [Lines; 2], taps: Every<'_, A>, c: &[T], d: &mut [A])
where
    T: Element<Accumulator = A>,
    A: Copy + Add<Output = A> + Mul<Output = A>,
{
    runs(lines, taps, |s, k, n, weight| add_weighted(weight, &c[k..][..n], &mut d[s..][..n]));
}

/// `d += weight · x`
#[inline(always)]
fn add_weighted<T, A>(weight: A, x: &[T], d: &mut [A])
where
    T: Element<Accumulator = A>,
    A: Copy + Add<Output = A> + Mul<Output = A>,
{
    for (d, x) in d.iter_mut().zip(x) {
        *d = *d + weight * x.widen();
    }
}
