//! Pooling windows over planes: the largest number of each window and its index; the mean of each window; and their
//! derivatives.
//!
//! The largest numbers of neighbouring windows are found side by side, in registers; windows over an edge, and those of
//! short rows, one by one, with the same code.

use core::ops::Range;

use bytemuck::{cast_slice, cast_slice_mut};

use super::level::{self, Registers, Task};
use super::wide::is;
use super::{Along, Lines};
use crate::scalar::{Element, Real};

/// The sizes of a pooling: `planes` planes of rows and columns. A window has no gaps: the dilation is 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pooling {
    pub(crate) planes: usize,
    pub(crate) rows: Along,
    pub(crate) columns: Along,
}

/// The index for a window without a largest number: all its numbers are NaN.
const NOWHERE: u32 = u32::MAX;

/// The input positions of window `o`, without those in the padding.
#[inline(always)]
fn window(along: Along, o: usize) -> Range<usize> {
    let start = o * along.stride;
    start.saturating_sub(along.padding)..(start + along.kernel - along.padding).min(along.input)
}

/// The number of positions of window `o` in the padded input: the last one may reach over its end.
#[inline(always)]
fn in_padded(Along { input, kernel, stride, padding, .. }: Along, o: usize) -> usize {
    kernel.min(input + 2 * padding - o * stride)
}

/// The windows without padding.
fn inside(Along { input, kernel, output, stride, padding, .. }: Along) -> Range<usize> {
    let start = padding.div_ceil(stride).min(output);
    let end = (input + padding + stride).saturating_sub(kernel) / stride;
    start..end.clamp(start, output)
}

/// The largest number so far in each of `N` windows, and its index in the input.
struct Largest<T, const N: usize> {
    best: [T; N],
    places: [u32; N],
}

impl<T: Real, const N: usize> Largest<T, N> {
    /// Compares one number of each window: the one in this column, of the numbers from `from` on, `STRIDE` for each
    /// window.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "the caller knows that the input has fewer numbers")]
    #[allow(clippy::neg_cmp_op_on_partial_ord, reason = "true where the best is still NaN")]
    fn look<const STRIDE: usize>(&mut self, input: &[T], from: usize, column: usize) {
        let stretch: &[[T; STRIDE]; N] = input[from..].as_chunks().0.first_chunk().expect("a window is in the input");
        // On whole arrays and without branches, so that the compiler makes one comparison of it.
        let Self { best, places } = self;
        for i in 0..N {
            let x = stretch[i][column];
            let better = !(x <= best[i]) & !x.is_nan();
            best[i] = if better { x } else { best[i] };
            places[i] = if better { (from + column + i * STRIDE) as u32 } else { places[i] };
        }
    }
}

/// [`Pooling::max`] for [`level::run`].
struct Max<'p>(&'p Pooling);

impl<T: Real> Task<&[T], &mut [T], &mut [u32]> for Max<'_> {
    type Output = ();
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn run<L: Registers>(self, input: &[T], output: &mut [T], places: &mut [u32]) {
        let Max(plan) = self;
        let Along { kernel, stride, .. } = plan.columns;
        let inside = inside(plan.columns);
        let several = L::SPECIAL && inside.len() >= 4 && stride <= 2 && kernel >= stride;
        let row = if several { inside } else { 0..0 };
        plan.max_of_others(row.clone(), input, output, places);
        match (row.len(), stride) {
            (16.., 1) => plan.max_of_rows::<T, 16, 1>(row, input, output, places),
            (8.., 1) => plan.max_of_rows::<T, 8, 1>(row, input, output, places),
            (4.., 1) => plan.max_of_rows::<T, 4, 1>(row, input, output, places),
            (16.., 2) => plan.max_of_rows::<T, 16, 2>(row, input, output, places),
            (8.., 2) => plan.max_of_rows::<T, 8, 2>(row, input, output, places),
            (4.., 2) => plan.max_of_rows::<T, 4, 2>(row, input, output, places),
            _ => {}
        }
    }
}

// Not generic, so that they are compiled once, in this library.

#[inline(never)]
fn max_single(plan: &Pooling, input: &[f32], output: &mut [f32], places: &mut [u32]) {
    level::run(Max(plan), input, output, places);
}

#[inline(never)]
fn max_double(plan: &Pooling, input: &[f64], output: &mut [f64], places: &mut [u32]) {
    level::run(Max(plan), input, output, places);
}

impl Pooling {
    /// Calls `visit` with the number of each window, the start of its plane in the input, its rows and columns there, and the divisor of
    /// its sum: the number of its positions in the input, or in the padded input.
    #[inline(always)]
    fn each(&self, padded: bool, mut visit: impl FnMut(usize, usize, [Range<usize>; 2], usize)) {
        let &Pooling { planes, rows, columns } = self;
        let mut o = 0;
        for plane in 0..planes {
            for y in 0..rows.output {
                for x in 0..columns.output {
                    let (ys, xs) = (window(rows, y), window(columns, x));
                    let count = if padded { in_padded(rows, y) * in_padded(columns, x) } else { ys.len() * xs.len() };
                    visit(o, plane * rows.input * columns.input, [ys, xs], count);
                    o += 1;
                }
            }
        }
    }

    /// The largest number of each window and its index in the input: the first of several, and a NaN only if all are
    /// NaN.
    pub(crate) fn max<T: Real>(&self, input: &[T], output: &mut [T], places: &mut [u32]) {
        if const { size_of::<T>() == 4 } && is::<T, f32>() {
            max_single(self, cast_slice(input), cast_slice_mut(output), places);
        } else if const { size_of::<T>() == 8 } && is::<T, f64>() {
            max_double(self, cast_slice(input), cast_slice_mut(output), places);
        } else {
            self.max_of_others(0..0, input, output, places);
        }
    }

    /// The number of the first window of each row, and the start and number of its input rows. An iterator, because a
    /// closure would make the code for a row a function of its own, without the instructions of a level.
    #[inline(always)]
    fn each_row(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let &Pooling { planes, rows, columns } = self;
        (0..planes).flat_map(move |plane| {
            (0..rows.output).map(move |y| {
                let ys = window(rows, y);
                let start = (plane * rows.input + ys.start) * columns.input;
                ((plane * rows.output + y) * columns.output, start, ys.len())
            })
        })
    }

    /// [`max`](Self::max) for these windows of each row, which are all inside and `STRIDE` apart, at least `N` in
    /// number and at least `STRIDE` wide.
    #[inline(always)]
    fn max_of_rows<T: Real, const N: usize, const STRIDE: usize>(
        &self,
        inside: Range<usize>,
        input: &[T],
        output: &mut [T],
        places: &mut [u32],
    ) {
        let Along { kernel, padding, .. } = self.columns;
        // Known to the compiler here, so it need not be checked for every window.
        assert!(kernel >= STRIDE, "no windows with numbers between them");
        for (first, start, rows) in self.each_row() {
            for x in inside.clone().step_by(N) {
                // The last windows end with the row; some of them are computed twice.
                let x = x.min(inside.end - N);
                let start = start + x * STRIDE - padding;
                let found = self.largest::<T, N, STRIDE>(input, start, [rows, kernel]);
                output[first + x..][..N].copy_from_slice(&found.best);
                places[first + x..][..N].copy_from_slice(&found.places);
            }
        }
    }

    /// [`max`](Self::max) for all other windows of each row.
    #[inline(always)]
    fn max_of_others<T: Real>(&self, these: Range<usize>, input: &[T], output: &mut [T], places: &mut [u32]) {
        let columns = self.columns;
        if these == (0..columns.output) {
            return;
        }
        for (first, start, rows) in self.each_row() {
            for x in (0..these.start).chain(these.end..columns.output) {
                let xs = window(columns, x);
                let found = self.largest::<T, 1, 1>(input, start + xs.start, [rows, xs.len()]);
                ([output[first + x]], [places[first + x]]) = (found.best, found.places);
            }
        }
    }

    /// The largest numbers of `N` windows side by side, `STRIDE` apart, from the first one at `start`, with this many
    /// rows and columns.
    #[inline(always)]
    fn largest<T: Real, const N: usize, const STRIDE: usize>(
        &self,
        input: &[T],
        start: usize,
        [rows, columns]: [usize; 2],
    ) -> Largest<T, N> {
        let mut found = Largest { best: [T::NAN; N], places: [NOWHERE; N] };
        for y in 0..rows {
            let row = start + y * self.columns.input;
            for x in 0..STRIDE.min(columns) {
                found.look::<STRIDE>(input, row, x);
            }
            // From where the stretch ends with the number that is looked at: it does not reach over the windows.
            for x in STRIDE..columns {
                found.look::<STRIDE>(input, row + x + 1 - STRIDE, STRIDE - 1);
            }
        }
        found
    }

    /// The mean of each window.
    pub(crate) fn mean<T: Real>(&self, padded: bool, input: &[T], output: &mut [T]) {
        self.each(padded, |o, plane, [ys, xs], count| {
            let mut sum = T::Wide::ZERO;
            for y in ys {
                for &x in &input[plane + y * self.columns.input..][xs.clone()] {
                    sum += x.widen();
                }
            }
            output[o] = T::rounded(sum / T::Wide::from_usize(count));
        });
    }

    /// Adds to the input its share of each window.
    pub(crate) fn add_shares<T: Real>(&self, padded: bool, output: &[T], input: &mut [T::Wide]) {
        self.each(padded, |o, plane, [ys, xs], count| {
            let share = output[o].widen() / T::Wide::from_usize(count);
            for y in ys {
                for x in &mut input[plane + y * self.columns.input..][xs.clone()] {
                    *x += share;
                }
            }
        });
    }
}

/// The largest number of each part of every line and its index in the input: the first of several, and a NaN only if all are NaN.
#[allow(clippy::cast_possible_truncation, reason = "the caller knows that the input has fewer numbers")]
#[allow(clippy::neg_cmp_op_on_partial_ord, reason = "true where the best is still NaN")]
pub(crate) fn max_of_parts<T: Real>(
    [from, to]: [Lines; 2],
    part: &dyn Fn(usize) -> Range<usize>,
    input: &[T],
    output: &mut [T],
    places: &mut [u32],
) {
    for (i, k) in (0..to.count).flat_map(|i| (0..to.len).map(move |k| (i, k))) {
        let (mut best, mut place) = (T::NAN, NOWHERE);
        for at in part(k).map(|j| from.at(i, j)) {
            if !(input[at] <= best) && !input[at].is_nan() {
                (best, place) = (input[at], at as u32);
            }
        }
        (output[to.at(i, k)], places[to.at(i, k)]) = (best, place);
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

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;
    use std::vec::Vec;

    use super::super::level::at;
    use super::super::level::tests::levels;
    use super::{Along, Max, NOWHERE, Pooling};
    use crate::scalar::Real;

    fn along(input: usize, kernel: usize, [stride, padding]: [usize; 2]) -> Along {
        Along { input, kernel, output: (input + 2 * padding - kernel) / stride + 1, stride, padding, dilation: 1 }
    }

    /// The largest of every window as it is documented.
    fn expected<T: Real>(&Pooling { planes, rows, columns }: &Pooling, input: &[T]) -> (Vec<T>, Vec<u32>) {
        let mut found = (vec![], vec![]);
        for plane in 0..planes {
            for (y, x) in (0..rows.output).flat_map(|y| (0..columns.output).map(move |x| (y, x))) {
                let mut numbers = vec![];
                for (ky, kx) in (0..rows.kernel).flat_map(|y| (0..columns.kernel).map(move |x| (y, x))) {
                    let r = (y * rows.stride + ky).checked_sub(rows.padding).filter(|r| *r < rows.input);
                    let c = (x * columns.stride + kx).checked_sub(columns.padding).filter(|c| *c < columns.input);
                    if let (Some(r), Some(c)) = (r, c) {
                        numbers.push((plane * rows.input + r) * columns.input + c);
                    }
                }
                numbers.retain(|i| !input[*i].is_nan());
                let largest = numbers.iter().map(|i| input[*i]).reduce(|a, b| if b > a { b } else { a });
                found.0.push(largest.unwrap_or(T::NAN));
                found.1.push(
                    numbers
                        .iter()
                        .find(|i| Some(input[**i]) == largest)
                        .map_or(NOWHERE, |i| u32::try_from(*i).unwrap()),
                );
            }
        }
        found
    }

    /// Of few numbers, so that most windows have equal ones, and of what is no number.
    fn mixed<T: Real>(len: usize, seed: usize) -> Vec<T> {
        let choice =
            [T::ZERO, -T::ZERO, T::ONE, T::NAN, T::NEG_INFINITY, T::INFINITY, -T::ONE, T::NAN, T::ZERO, T::ONE];
        let mut state = u32::try_from(seed).unwrap();
        let mut next = |n: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize % n
        };
        // Stretches with and without infinities, and of nothing but NaN and what is below all numbers.
        (0..len)
            .map(|i| match i / 9 % 3 {
                0 => choice[next(10)],
                1 => T::from_usize(next(1000)),
                _ => choice[3 + next(2)],
            })
            .collect()
    }

    fn check<T: Real>(plan: &Pooling, seed: usize) {
        let bits = |numbers: &[T]| numbers.iter().map(|x| x.to_f64().to_bits()).collect::<Vec<_>>();
        let Pooling { planes, rows, columns } = plan;
        let input = mixed::<T>(planes * rows.input * columns.input, seed);
        let (best, places) = expected(plan, &input);
        for level in levels() {
            let mut found = (vec![T::ONE; best.len()], vec![7; best.len()]);
            at(level, Max(plan), &input[..], &mut found.0[..], &mut found.1[..]);
            assert_eq!(found.1, places, "{plan:?} {level:?}");
            assert_eq!(bits(&found.0), bits(&best), "{plan:?} {level:?}");
        }
    }

    /// Rows of every length, windows of every kind.
    #[test]
    fn the_largest_is_the_same_at_every_level() {
        for stride in 1..=3 {
            for kernel in 1..=4_usize {
                for padding in 0..kernel.min(3) {
                    for input in kernel.saturating_sub(2 * padding)..=67 {
                        let rows = along(3, 2, [1 + input % 2, padding % 2]);
                        let plan = Pooling { planes: 2, rows, columns: along(input, kernel, [stride, padding]) };
                        check::<f32>(&plan, input);
                        check::<f64>(&plan, input + 1);
                    }
                }
            }
        }
    }
}
