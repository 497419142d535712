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
        let first = self.padding.saturating_sub(tap).div_ceil(self.stride);
        let end = (self.input + self.padding).saturating_sub(tap).div_ceil(self.stride);
        first..end
    }
}

/// What of a run meets the input: the columns of the panel, and where the first of them is in the input.
struct Met {
    columns: Range<usize>,
    from: usize,
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

    /// Calls `visit` with every run and what of it tap number `tap` of the group meets; `None` for nothing.
    #[inline(always)]
    fn meet(&self, group: usize, tap: usize, runs: Runs, mut visit: impl FnMut(Run, Option<Met>)) {
        let &Convolution { groups, inputs, rows, columns, .. } = self;
        let (place, kx) = (tap / columns.kernel, tap % columns.kernel);
        let (channel, ky) = (place / rows.kernel, place % rows.kernel);
        let (met_rows, met_columns) = (rows.inside(ky), columns.inside(kx));
        for run in runs {
            let (first, end) = (run.at.max(met_columns.start), (run.at + run.len).min(met_columns.end));
            if first >= end || !met_rows.contains(&run.row) {
                visit(run, None);
                continue;
            }
            let y = run.row * rows.stride + ky * rows.dilation - rows.padding;
            let x = first * columns.stride + kx * columns.dilation - columns.padding;
            let plane = (run.image * groups + group) * inputs + channel;
            let from = (plane * rows.input + y) * columns.input + x;
            let start = run.column + first - run.at;
            visit(run, Some(Met { columns: start..start + end - first, from }));
        }
    }

    /// Writes the rows `taps` of the matrix to `panel`, for the positions of `runs`.
    #[inline(always)]
    pub(super) fn gather<T: Number, const N: usize>(
        &self,
        input: &[T],
        group: usize,
        taps: Range<usize>,
        runs: &Runs,
        panel: &mut [[T; N]],
    ) {
        let stride = self.columns.stride;
        for (row, tap) in panel.iter_mut().zip(taps) {
            self.meet(group, tap, runs.clone(), |run, met| {
                let row = &mut row[..run.column + run.len];
                let Some(Met { columns, from }) = met else {
                    row[run.column..].fill(T::ZERO);
                    return;
                };
                row[run.column..columns.start].fill(T::ZERO);
                row[columns.end..].fill(T::ZERO);
                let row = &mut row[columns];
                if stride == 1 {
                    for (o, &x) in row.iter_mut().zip(&input[from..]) {
                        *o = x;
                    }
                } else {
                    for (o, &x) in row.iter_mut().zip(input[from..].iter().step_by(stride)) {
                        *o = x;
                    }
                }
            });
        }
    }

    /// Adds one row of the matrix to where it was gathered from.
    #[inline(always)]
    pub(super) fn scatter<T: Number>(&self, row: &[T], group: usize, tap: usize, runs: &Runs, input: &mut [T]) {
        let stride = self.columns.stride;
        self.meet(group, tap, runs.clone(), |_, met| {
            let Some(Met { columns, from }) = met else { return };
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
    }
}
