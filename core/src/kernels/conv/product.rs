//! The three matrix products, panel by panel.

use super::Convolution;
use super::columns::{Piece, Pieces, add, copy};
use crate::kernels::Number;

/// The number of terms of a sum that are taken at once, so that a panel stays in the first-level cache.
const DEPTH: usize = 128;
/// The same if the sum is over positions: this many positions, for this many taps.
const POSITIONS: usize = 64;
const TAPS: usize = 64;
/// The rows and columns of a tile.
const MR: usize = 6;
const NR: usize = 8;

/// A matrix inside a slice: element `(i, j)` is `data[i * row + j * column]`.
#[derive(Clone, Copy)]
struct Left<'a, T> {
    data: &'a [T],
    row: usize,
    column: usize,
}

/// The product of the first rows of `a`, as many as fit into a tile but at most `rows`, and the panel; returns how many.
#[inline(always)]
fn tile<T: Number>(rows: usize, a: Left<T>, panel: &[[T; NR]], sums: &mut [[T; NR]]) -> usize {
    match rows {
        rest if rest >= MR => multiply::<T, MR>(a, panel, sums),
        rest if rest >= 4 => multiply::<T, 4>(a, panel, sums),
        rest if rest >= 2 => multiply::<T, 2>(a, panel, sums),
        _ => multiply::<T, 1>(a, panel, sums),
    }
}

/// The product of `R` rows of `a` and the panel. Whole rows are copied at the end, which keeps the sums in registers.
#[inline(always)]
fn multiply<T: Number, const R: usize>(a: Left<T>, panel: &[[T; NR]], out: &mut [[T; NR]]) -> usize {
    let mut sums = [[T::ZERO; NR]; R];
    for (p, b) in panel.iter().enumerate() {
        let b = *b;
        for (r, sums) in sums.iter_mut().enumerate() {
            let x = a.data[r * a.row + p * a.column];
            for (sum, y) in sums.iter_mut().zip(b) {
                *sum = x * y + *sum;
            }
        }
    }
    for (out, sums) in out.iter_mut().zip(sums) {
        *out = sums;
    }
    R
}

/// The starts and lengths of parts of at most `step` of `0..len`.
#[inline(always)]
pub(super) fn parts(len: usize, step: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..len).step_by(step).map(move |start| [start, step.min(len - start)])
}

impl Convolution {
    /// `output += weights · columns`.
    #[inline(always)]
    pub(super) fn output<T: Number>(&self, (input, weights): (&[T], &[T]), output: &mut [T]) {
        let (taps, area, outputs) = (self.taps(), self.area(), self.outputs);
        let (mut panel, mut sums) = ([[T::ZERO; NR]; DEPTH], [[T::ZERO; NR]; MR]);
        let mut pieces = Pieces::<NR>::new();
        for group in 0..self.groups {
            for of in parts(self.images * area, NR) {
                self.planes(group, of, &mut pieces);
                let runs = self.runs(of);
                for [tap, depth] in parts(taps, DEPTH) {
                    let panel = &mut panel[..depth];
                    self.gather(input, group, tap, &runs, panel);
                    let mut o = 0;
                    while o < outputs {
                        let data = &weights[(group * outputs + o) * taps + tap..];
                        let left = Left { data, row: taps, column: 1 };
                        let rows = tile::<T>(outputs - o, left, panel, &mut sums);
                        for (r, sums) in sums[..rows].iter().enumerate() {
                            for &Piece { column, len, from } in pieces.iter() {
                                add(&sums[column..][..len], &mut output[from + (o + r) * area..][..len]);
                            }
                        }
                        o += rows;
                    }
                }
            }
        }
    }

    /// `columns += weightsᵀ · output`, scattered to the input.
    #[inline(always)]
    pub(super) fn input<T: Number>(&self, (output, weights): (&[T], &[T]), input: &mut [T]) {
        let (taps, area, outputs) = (self.taps(), self.area(), self.outputs);
        let (mut panel, mut columns) = ([[T::ZERO; NR]; DEPTH], [[T::ZERO; NR]; DEPTH]);
        let mut pieces = Pieces::<NR>::new();
        for group in 0..self.groups {
            for of in parts(self.images * area, NR) {
                self.planes(group, of, &mut pieces);
                let runs = self.runs(of);
                for [o, depth] in parts(outputs, DEPTH) {
                    let panel = &mut panel[..depth];
                    for (r, row) in panel.iter_mut().enumerate() {
                        for &Piece { column, len, from } in pieces.iter() {
                            copy(&output[from + (o + r) * area..][..len], &mut row[column..][..len]);
                        }
                    }
                    for [tap, count] in parts(taps, DEPTH) {
                        let mut t = 0;
                        while t < count {
                            let data = &weights[(group * outputs + o) * taps + tap + t..];
                            let left = Left { data, row: 1, column: taps };
                            t += tile::<T>(count - t, left, panel, &mut columns[t..]);
                        }
                        self.scatter(&columns[..count], group, tap, &runs, input);
                    }
                }
            }
        }
    }

    /// `weights += output · columnsᵀ`, where the sum is over positions.
    #[inline(always)]
    pub(super) fn weights<T: Number>(&self, (input, output): (&[T], &[T]), weights: &mut [T]) {
        let (taps, area, outputs) = (self.taps(), self.area(), self.outputs);
        let (mut panel, mut sums) = ([[T::ZERO; NR]; POSITIONS], [[T::ZERO; NR]; MR]);
        let mut columns = [[T::ZERO; POSITIONS]; TAPS];
        let mut pieces = Pieces::<POSITIONS>::new();
        for group in 0..self.groups {
            for [o, width] in parts(outputs, NR) {
                for of in parts(self.images * area, POSITIONS) {
                    let panel = &mut panel[..of[1]];
                    self.planes(group, of, &mut pieces);
                    let runs = self.runs(of);
                    for r in 0..width {
                        for &Piece { column, len, from } in pieces.iter() {
                            let output = &output[from + (o + r) * area..][..len];
                            for (row, &c) in panel[column..][..len].iter_mut().zip(output) {
                                row[r] = c;
                            }
                        }
                    }
                    for [tap, count] in parts(taps, TAPS) {
                        self.gather(input, group, tap, &runs, &mut columns[..count]);
                        let mut t = 0;
                        while t < count {
                            let data = &columns.as_flattened()[t * POSITIONS..];
                            let left = Left { data, row: POSITIONS, column: 1 };
                            let rows = tile::<T>(count - t, left, panel, &mut sums);
                            for r in 0..width {
                                let at = (group * outputs + o + r) * taps + tap + t;
                                for (w, sums) in weights[at..][..rows].iter_mut().zip(&sums) {
                                    *w = *w + sums[r];
                                }
                            }
                            t += rows;
                        }
                    }
                }
            }
        }
    }

    /// The part whose numbers so far are in `out`.
    #[inline(always)]
    pub(super) fn part<T: Number>(&self, part: super::Part, from: (&[T], &[T]), out: &mut [T]) {
        match part {
            super::Part::Input => self.input(from, out),
            super::Part::Output => self.output(from, out),
            super::Part::Weights => self.weights(from, out),
        }
    }
}
