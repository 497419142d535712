//! Panels of the matrix of columns: gathered from the input, and scattered to it.

use core::ops::Range;

use super::{Along, Convolution};
use crate::kernels::Number;

/// Neighbouring positions of one row of an output plane.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// Where they stand in the panel.
    pub(super) column: usize,
    pub(super) len: usize,
    pub(super) image: usize,
    row: usize,
    /// Where they stand in the row.
    pub(super) at: usize,
}

/// The positions `start..start + width` of all output planes of a channel, row by row.
#[derive(Clone)]
pub(super) struct Runs {
    next: Run,
    width: usize,
    rows: usize,
    row_len: usize,
}

impl Iterator for Runs {
    type Item = Run;
    #[inline(always)]
    fn next(&mut self) -> Option<Run> {
        if self.next.column == self.width {
            return None;
        }
        let next = &mut self.next;
        next.len = (self.row_len - next.at).min(self.width - next.column);
        let run = *next;
        next.column += run.len;
        next.at += run.len;
        if next.at == self.row_len {
            next.at = 0;
            next.row += 1;
            if next.row == self.rows {
                next.row = 0;
                next.image += 1;
            }
        }
        Some(run)
    }
}

impl Along {
    /// The output positions at which tap `k` meets the input, not the zeros around it.
    #[inline(always)]
    fn inside(&self, k: usize) -> Range<usize> {
        let tap = k * self.dilation;
        let (first, end) = (self.padding.saturating_sub(tap), (self.input + self.padding).saturating_sub(tap));
        // A division takes as long as a short row.
        if self.stride == 1 { first..end } else { first.div_ceil(self.stride)..end.div_ceil(self.stride) }
    }
}

impl Convolution {
    /// The positions `start..start + width`, row by row.
    #[inline(always)]
    pub(super) fn runs(&self, start: usize, width: usize) -> Runs {
        self.divided(start, width, self.rows.output, self.columns.output)
    }

    /// The positions `start..start + width`, plane by plane.
    #[inline(always)]
    pub(super) fn planes(&self, start: usize, width: usize) -> Runs {
        self.divided(start, width, 1, self.area())
    }

    #[inline(always)]
    fn divided(&self, start: usize, width: usize, rows: usize, row_len: usize) -> Runs {
        let (image, place) = (start / self.area(), start % self.area());
        let next = Run { column: 0, len: 0, image, row: place / row_len, at: place % row_len };
        Runs { next, width, rows, row_len }
    }

    /// Calls `visit` with the columns of the panel at which a tap of the group meets the input, and where the first of them is
    /// there; the tap is a channel and a place in the kernel.
    #[inline(always)]
    fn meet(
        &self,
        group: usize,
        [channel, ky, kx]: [usize; 3],
        runs: Runs,
        mut visit: impl FnMut(Range<usize>, usize),
    ) {
        let &Convolution { groups, inputs, rows, columns, .. } = self;
        let (met_rows, met_columns) = (rows.inside(ky), columns.inside(kx));
        for run in runs {
            let (first, end) = (run.at.max(met_columns.start), (run.at + run.len).min(met_columns.end));
            if first < end && met_rows.contains(&run.row) {
                let y = run.row * rows.stride + ky * rows.dilation - rows.padding;
                let x = first * columns.stride + kx * columns.dilation - columns.padding;
                let plane = (run.image * groups + group) * inputs + channel;
                let start = run.column + first - run.at;
                visit(start..start + end - first, (plane * rows.input + y) * columns.input + x);
            }
        }
    }

    /// The tap of a number.
    #[inline(always)]
    fn tap(&self, number: usize) -> [usize; 3] {
        let (place, kx) = (number / self.columns.kernel, number % self.columns.kernel);
        [place / self.rows.kernel, place % self.rows.kernel, kx]
    }

    /// The next tap.
    #[inline(always)]
    fn after(&self, [channel, ky, kx]: [usize; 3]) -> [usize; 3] {
        match (ky + 1 == self.rows.kernel, kx + 1 == self.columns.kernel) {
            (_, false) => [channel, ky, kx + 1],
            (false, true) => [channel, ky + 1, 0],
            (true, true) => [channel + 1, 0, 0],
        }
    }

    /// Writes the rows of the matrix from `tap` on to `panel`, for the positions of `runs`.
    #[inline(always)]
    pub(super) fn gather<T: Number, const N: usize>(
        &self,
        input: &[T],
        group: usize,
        tap: usize,
        runs: &Runs,
        panel: &mut [[T; N]],
    ) {
        let stride = self.columns.stride;
        let mut tap = self.tap(tap);
        for row in panel {
            *row = [T::ZERO; N];
            self.meet(group, tap, runs.clone(), |columns, from| {
                let row = &mut row[columns];
                if stride == 1 {
                    copy(&input[from..][..row.len()], row);
                } else {
                    for (o, &x) in row.iter_mut().zip(input[from..].iter().step_by(stride)) {
                        *o = x;
                    }
                }
            });
            tap = self.after(tap);
        }
    }

    /// Adds rows of the matrix, from `tap` on, to where they were gathered from.
    #[inline(always)]
    pub(super) fn scatter<T: Number, const N: usize>(
        &self,
        panel: &[[T; N]],
        group: usize,
        tap: usize,
        runs: &Runs,
        input: &mut [T],
    ) {
        let stride = self.columns.stride;
        let mut tap = self.tap(tap);
        for row in panel {
            self.meet(group, tap, runs.clone(), |columns, from| {
                let row = &row[columns];
                if stride == 1 {
                    for (x, &c) in input[from..].iter_mut().zip(row) {
                        *x = *x + c;
                    }
                } else {
                    for (x, &c) in input[from..].iter_mut().step_by(stride).zip(row) {
                        *x = *x + c;
                    }
                }
            });
            tap = self.after(tap);
        }
    }
}

/// Copies numbers of which there are few: their ends overlap, and no function is called for them.
#[inline(always)]
fn copy<T: Copy>(from: &[T], to: &mut [T]) {
    match to.len() {
        0..4 => to.iter_mut().zip(from).for_each(|(o, &x)| *o = x),
        4..8 => ends::<T, 4>(from, to),
        8..16 => ends::<T, 8>(from, to),
        16..=32 => ends::<T, 16>(from, to),
        _ => to.copy_from_slice(from),
    }
}

/// Copies between `N` and `2 N` numbers.
#[inline(always)]
fn ends<T: Copy, const N: usize>(from: &[T], to: &mut [T]) {
    let ends = (from.first_chunk::<N>(), from.last_chunk::<N>());
    if let (Some(first), Some(last)) = ends {
        to[..N].copy_from_slice(first);
        let start = to.len() - N;
        to[start..].copy_from_slice(last);
    }
}
