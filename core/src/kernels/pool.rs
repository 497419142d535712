//! Windows over planes: the largest number of each, and where it is; the mean of each, and back.

use core::ops::Range;

use super::Along;
use crate::real::{Element, Real};

/// The sizes of a pooling: `planes` planes of rows and columns. A window has no gaps: the dilation is 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pooling {
    pub(crate) planes: usize,
    pub(crate) rows: Along,
    pub(crate) columns: Along,
}

/// Where nothing was found: a window of nothing but NaN.
const NOWHERE: u32 = u32::MAX;

/// The input positions of window `o`; those in the zeros around are left out.
#[inline(always)]
fn window(along: Along, o: usize) -> Range<usize> {
    let start = o * along.stride;
    start.saturating_sub(along.padding)..(start + along.kernel - along.padding).min(along.input)
}

impl Pooling {
    /// Calls `visit` with the number of each window, the start of its plane in the input, and its rows and columns there.
    #[inline(always)]
    fn each(&self, mut visit: impl FnMut(usize, usize, Range<usize>, Range<usize>)) {
        let &Pooling { planes, rows, columns } = self;
        let mut o = 0;
        for plane in 0..planes {
            for y in 0..rows.output {
                for x in 0..columns.output {
                    visit(o, plane * rows.input * columns.input, window(rows, y), window(columns, x));
                    o += 1;
                }
            }
        }
    }

    /// Calls `visit` with every number of a window and where in the input it is.
    #[inline(always)]
    fn look<T: Real>(
        &self,
        input: &[T],
        plane: usize,
        ys: &Range<usize>,
        xs: &Range<usize>,
        mut visit: impl FnMut(T, usize),
    ) {
        for y in ys.clone() {
            let start = plane + y * self.columns.input + xs.start;
            for (i, &x) in input[start..][..xs.len()].iter().enumerate() {
                visit(x, start + i);
            }
        }
    }

    /// The largest number of each window and where in the input it is: the first of several, and no NaN if there is a number.
    #[allow(clippy::cast_possible_truncation, reason = "the caller knows that the input has fewer numbers")]
    pub(crate) fn max<T: Real>(&self, input: &[T], output: &mut [T], places: &mut [u32]) {
        self.each(|o, plane, ys, xs| {
            let (mut best, mut place) = (T::NEG_INFINITY, NOWHERE);
            self.look(input, plane, &ys, &xs, |x, at| {
                if x > best {
                    (best, place) = (x, at as u32);
                }
            });
            if place == NOWHERE {
                // Nothing but infinities below and NaN.
                best = T::NAN;
                self.look(input, plane, &ys, &xs, |x, at| {
                    if best.is_nan() && !x.is_nan() {
                        (best, place) = (x, at as u32);
                    }
                });
            }
            (output[o], places[o]) = (best, place);
        });
    }

    /// The number of each window that divides its sum: its kernel, or its positions in the input.
    #[inline(always)]
    fn divisor(&self, padded: bool, ys: &Range<usize>, xs: &Range<usize>) -> usize {
        if padded { self.rows.kernel * self.columns.kernel } else { ys.len() * xs.len() }
    }

    /// The mean of each window.
    pub(crate) fn mean<T: Real>(&self, padded: bool, input: &[T], output: &mut [T]) {
        self.each(|o, plane, ys, xs| {
            let count = T::Wide::from_usize(self.divisor(padded, &ys, &xs));
            let mut sum = T::Wide::ZERO;
            for y in ys {
                for &x in &input[plane + y * self.columns.input..][xs.clone()] {
                    sum += x.widen();
                }
            }
            output[o] = T::rounded(sum / count);
        });
    }

    /// Adds to the input its share of each window.
    pub(crate) fn add_shares<T: Real>(&self, padded: bool, output: &[T], input: &mut [T::Wide]) {
        self.each(|o, plane, ys, xs| {
            let share = output[o].widen() / T::Wide::from_usize(self.divisor(padded, &ys, &xs));
            for y in ys {
                for x in &mut input[plane + y * self.columns.input..][xs.clone()] {
                    *x += share;
                }
            }
        });
    }
}

/// `dst[places[i]] += src[i]`, where there is a place.
pub(crate) fn add_at<T: Real>(places: &[u32], src: &[T], dst: &mut [T::Wide]) {
    for (&place, &c) in places.iter().zip(src) {
        if place != NOWHERE {
            dst[place as usize] += c.widen();
        }
    }
}

/// `dst[i] = src[places[i]]`, zero where there is no place.
pub(crate) fn take_at<T: Real>(places: &[u32], src: &[T], dst: &mut [T]) {
    for (&place, d) in places.iter().zip(dst) {
        *d = if place == NOWHERE { T::ZERO } else { src[place as usize] };
    }
}
