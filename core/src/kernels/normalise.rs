//! Normalisation of groups of numbers to mean 0 and variance 1, and its derivative.
//!
//! A slice is seen as `[outer, count, inner]`: group `g` is `[.., g, ..]`, so `outer` pieces of `inner` numbers. The rows of a matrix
//! are `[1, rows, columns]`, the channels of images `[images, channels, pixels]`. Each kernel is one pass.

use super::WriteMode;
use super::reduce::sum_computed;
use super::wide::add_to;
use crate::scalar::Real;

/// How a slice is divided into groups.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Groups {
    /// The pieces of a group.
    pub(crate) outer: usize,
    /// The number of groups.
    pub(crate) count: usize,
    /// The numbers in a piece.
    pub(crate) inner: usize,
}

impl Groups {
    /// The numbers in a group.
    pub(crate) fn len<T: Real>(self) -> T {
        T::from_usize(self.outer * self.inner)
    }

    /// Calls `visit` for every run: its start, its length, its first group, and whether each of its numbers belongs to
    /// the next group.
    #[inline(always)]
    fn each_run(self, mut visit: impl FnMut(usize, usize, usize, bool)) {
        if self.inner == 1 {
            (0..self.outer).for_each(|o| visit(o * self.count, self.count, 0, true));
        } else {
            (0..self.outer * self.count).for_each(|i| visit(i * self.inner, self.inner, i % self.count, false));
        }
    }
}

/// `sums[g] += Σ f(a, b, k[g])` over the numbers of group `g`.
#[inline]
pub(crate) fn sum_groups<T: Real>(
    groups: Groups,
    (a, b): (&[T], &[T]),
    k: &[T::Wide],
    sums: &mut [T::Wide],
    f: impl Fn(T::Wide, T::Wide, T::Wide) -> T::Wide,
) {
    groups.each_run(|start, len, g, across| {
        let (a, b) = (&a[start..][..len], &b[start..][..len]);
        if across {
            for (((sum, &a), &b), &k) in sums.iter_mut().zip(a).zip(b).zip(k) {
                *sum += f(a.widen(), b.widen(), k);
            }
        } else {
            let k = k[g];
            sums[g] += sum_computed(len, |from, block| {
                for ((out, &a), &b) in block.iter_mut().zip(&a[from..]).zip(&b[from..]) {
                    *out = f(a.widen(), b.widen(), k);
                }
            });
        }
    });
}

/// `out = (x - mean[g]) scale[g]`.
#[inline]
pub(crate) fn normalise<T: Real>(groups: Groups, x: &[T], [mean, scale]: [&[T::Wide]; 2], out: &mut [T]) {
    groups.each_run(|start, len, g, across| {
        let (x, out) = (&x[start..][..len], &mut out[start..][..len]);
        if across {
            for (((out, &x), &mean), &scale) in out.iter_mut().zip(x).zip(mean).zip(scale) {
                *out = T::rounded((x.widen() - mean) * scale);
            }
        } else {
            let (mean, scale) = (mean[g], scale[g]);
            for (out, &x) in out.iter_mut().zip(x) {
                *out = T::rounded((x.widen() - mean) * scale);
            }
        }
    });
}

#[inline(always)]
fn nothing<T: Real>(coefficients: [T; 3]) -> bool {
    coefficients.iter().all(|x| x.vanishes())
}

/// `dst += scale[g] c + slope[g] y + shift[g]`, or `=`; groups in which all three are 0 are skipped.
#[inline]
pub(crate) fn put_combination<T: Real>(
    groups: Groups,
    (c, y): (&[T], &[T]),
    [scale, slope, shift]: [&[T::Wide]; 3],
    dst: &mut [T],
    how: WriteMode,
) {
    groups.each_run(|start, len, g, across| {
        let (c, y, dst) = (&c[start..][..len], &y[start..][..len], &mut dst[start..][..len]);
        how.ready(dst);
        if across {
            for i in 0..len {
                if !nothing([scale[i], slope[i], shift[i]]) {
                    add_to(&mut dst[i], scale[i] * c[i].widen() + slope[i] * y[i].widen() + shift[i]);
                }
            }
        } else if !nothing([scale[g], slope[g], shift[g]]) {
            let (scale, slope, shift) = (scale[g], slope[g], shift[g]);
            for ((dst, &c), &y) in dst.iter_mut().zip(c).zip(y) {
                add_to(dst, scale * c.widen() + slope * y.widen() + shift);
            }
        }
    });
}
