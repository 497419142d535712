//! The lines of a tensor along one axis: running sums and products, and the order of their numbers.

use core::cmp::Ordering;

use super::wide::add_to;
use crate::scalar::{Element, Real, StrongZero};

/// `count` lines of `len` numbers; those of one line are `pitch` apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// The number of lines that lie side by side: also the distance between neighbours of one line.
    pub(crate) pitch: usize,
    /// The numbers in a line.
    pub(crate) len: usize,
    /// The number of lines.
    pub(crate) count: usize,
}

impl Lines {
    /// Where line `i` starts.
    #[inline(always)]
    fn start(self, i: usize) -> usize {
        i / self.pitch * self.pitch * self.len + i % self.pitch
    }

    /// Where the number `k` of line `i` is.
    #[inline(always)]
    pub(crate) fn at(self, i: usize, k: usize) -> usize {
        self.start(i) + k * self.pitch
    }
}

/// `out[k] = src[0] + .. + src[k]` in every line.
pub(crate) fn running_sum<T: Element>(lines: Lines, src: &[T], out: &mut [T]) {
    for i in 0..lines.count {
        let mut sum = T::Accumulator::ZERO;
        for k in 0..lines.len {
            sum = sum + src[lines.at(i, k)].widen();
            out[lines.at(i, k)] = T::rounded(sum);
        }
    }
}

/// `dst[k] += src[k] + .. + src[last]` in every line.
pub(crate) fn add_running_sum_from_the_end<T: Element>(lines: Lines, src: &[T], dst: &mut [T]) {
    for i in 0..lines.count {
        let mut sum = T::Accumulator::ZERO;
        for k in (0..lines.len).rev() {
            sum = sum + src[lines.at(i, k)].widen();
            add_to(&mut dst[lines.at(i, k)], sum);
        }
    }
}

/// `out[k] = src[0] · .. · src[k]` in every line.
pub(crate) fn running_product<T: Real>(lines: Lines, src: &[T], out: &mut [T]) {
    for i in 0..lines.count {
        let mut product = T::Wide::ONE;
        for k in 0..lines.len {
            product *= src[lines.at(i, k)].widen();
            out[lines.at(i, k)] = T::rounded(product);
        }
    }
}

/// Sorts every line, from the smallest number to the largest or the other way round: `order` gets, line after line, the
/// positions in `src`. Equal numbers keep their order, NaN comes last.
pub(crate) fn order<T: Real>(lines: Lines, src: &[T], descending: bool, order: &mut [usize]) {
    let compare = |a: usize, b: usize| {
        let (x, y) = if descending { (src[b], src[a]) } else { (src[a], src[b]) };
        x.partial_cmp(&y).unwrap_or_else(|| src[a].is_nan().cmp(&src[b].is_nan())).then(a.cmp(&b))
    };
    for i in 0..lines.count {
        let line = &mut order[i * lines.len..][..lines.len];
        for (k, place) in line.iter_mut().enumerate() {
            *place = lines.at(i, k);
        }
        line.sort_unstable_by(|a, b| -> Ordering { compare(*a, *b) });
    }
}

/// The products of all others: `out[j]` is the product of the `src` of its group without `src[j]`. `group` gives the
/// group of every number; `products` has a 1 for each group.
pub(crate) fn products_of_others<T: Real>(src: &[T], group: &[usize], products: &mut [T::Wide], out: &mut [T::Wide]) {
    for ((&x, &g), o) in src.iter().zip(group).zip(out.iter_mut()) {
        *o = products[g];
        products[g] *= x.widen();
    }
    products.fill(T::Wide::ONE);
    for ((&x, &g), o) in src.iter().zip(group).zip(out).rev() {
        *o = o.times(products[g]);
        products[g] *= x.widen();
    }
}

/// `dst[k] = src[source(k)]` along the lines, for all `k` that have a source; lines that lie side by side go together.
pub(crate) fn take<T: Copy>([from, to]: [Lines; 2], source: &dyn Fn(usize) -> Option<usize>, src: &[T], dst: &mut [T]) {
    for group in 0..to.count / to.pitch {
        for k in 0..to.len {
            if let Some(s) = source(k) {
                let (s, d) = (from.at(group * from.pitch, s), to.at(group * to.pitch, k));
                dst[d..][..to.pitch].copy_from_slice(&src[s..][..to.pitch]);
            }
        }
    }
}

/// `dst[source(k)] += src[k]` along the lines: the reverse of [`take`].
pub(crate) fn give_back<T: Element>(
    [from, to]: [Lines; 2],
    source: &dyn Fn(usize) -> Option<usize>,
    src: &[T],
    dst: &mut [T::Accumulator],
) {
    for group in 0..to.count / to.pitch {
        for k in 0..to.len {
            if let Some(s) = source(k) {
                let (s, d) = (to.at(group * to.pitch, k), from.at(group * from.pitch, s));
                for (d, &c) in dst[d..][..to.pitch].iter_mut().zip(&src[s..]) {
                    *d = *d + c.widen();
                }
            }
        }
    }
}

/// `dst[k] = src[index[k]]` in every line.
pub(crate) fn pick<T: Copy>([from, to]: [Lines; 2], index: &[usize], src: &[T], dst: &mut [T]) {
    for i in 0..to.count {
        for k in 0..to.len {
            let at = to.at(i, k);
            dst[at] = src[from.at(i, index[at])];
        }
    }
}

/// `dst[index[k]] += src[k]` in every line: the reverse of [`pick`].
pub(crate) fn add_picked<T: Element>([from, to]: [Lines; 2], index: &[usize], src: &[T], dst: &mut [T::Accumulator]) {
    for i in 0..to.count {
        for k in 0..to.len {
            let at = to.at(i, k);
            let d = &mut dst[from.at(i, index[at])];
            *d = *d + src[at].widen();
        }
    }
}
