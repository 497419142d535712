//! Panels of the matrix of columns: gathered from the input, and scattered to it.
//!
//! A place of the kernel reads the same positions in every channel. They are found once, as a list of pieces of rows,
//! and the list serves all channels of the panel.

use core::ops::Range;
use core::slice::Iter;

use super::{Along, Convolution};
use crate::kernels::Number;

/// Neighbouring numbers.
#[derive(Clone, Copy, Default)]
pub(super) struct Piece {
    /// Their position in the panel.
    pub(super) column: usize,
    pub(super) len: usize,
    /// Their position in the first channel of the group.
    pub(super) from: usize,
}

/// The pieces of the columns of a panel.
pub(super) struct Pieces<const N: usize> {
    all: [Piece; N],
    count: usize,
    /// Whether some column is in none of them.
    gaps: bool,
}

impl<const N: usize> Pieces<N> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Pieces { all: [Piece::default(); N], count: 0, gaps: false }
    }

    #[inline(always)]
    fn push(&mut self, piece: Piece) {
        self.all[self.count] = piece;
        self.count += 1;
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> Iter<'_, Piece> {
        self.all[..self.count].iter()
    }
}

/// Neighbouring positions of one row of an output plane.
#[derive(Clone, Copy)]
pub(super) struct Run {
    column: usize,
    len: usize,
    image: usize,
    row: usize,
    /// Their position in the row.
    at: usize,
}

/// Positions of all output planes of a channel, row by row.
#[derive(Clone)]
pub(super) struct Runs {
    next: Run,
    width: usize,
    rows: usize,
    row_len: usize,
}

impl Runs {
    /// The positions `start..start + width` of planes of so many rows.
    #[inline(always)]
    fn new([start, width]: [usize; 2], rows: usize, row_len: usize) -> Self {
        let (row, at) = (start / row_len, start % row_len);
        Runs { next: Run { column: 0, len: 0, image: row / rows, row: row % rows, at }, width, rows, row_len }
    }
}

impl Iterator for Runs {
    type Item = Run;
    #[inline(always)]
    fn next(&mut self) -> Option<Run> {
        let next = &mut self.next;
        if next.column == self.width {
            return None;
        }
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
    /// The output positions at which place `k` of the kernel reads the input, not the padding.
    #[inline(always)]
    pub(super) fn inside(&self, k: usize) -> Range<usize> {
        let tap = k * self.dilation;
        let (first, end) = (self.padding.saturating_sub(tap), (self.input + self.padding).saturating_sub(tap));
        // A division takes as long as a short row.
        if self.stride == 1 { first..end } else { first.div_ceil(self.stride)..end.div_ceil(self.stride) }
    }
}

impl Convolution {
    /// The positions `of` (start and number) in the first output channel of the group, plane by plane.
    #[inline(always)]
    pub(super) fn planes<const N: usize>(&self, group: usize, of: [usize; 2], pieces: &mut Pieces<N>) {
        pieces.count = 0;
        for run in Runs::new(of, 1, self.area()) {
            let from = (run.image * self.groups + group) * self.outputs * self.area() + run.at;
            pieces.push(Piece { column: run.column, len: run.len, from });
        }
    }

    /// The positions `of` (start and number), row by row.
    #[inline(always)]
    pub(super) fn runs(&self, of: [usize; 2]) -> Runs {
        Runs::new(of, self.rows.output, self.columns.output)
    }

    /// The places of the kernel, row by row.
    #[inline(always)]
    fn kernel(&self) -> impl Iterator<Item = [usize; 2]> {
        let width = self.columns.kernel;
        (0..self.rows.kernel).flat_map(move |ky| (0..width).map(move |kx| [ky, kx]))
    }

    /// The input numbers in the first channel of the group that a place of the kernel reads.
    #[inline(always)]
    fn meet<const N: usize>(&self, group: usize, [ky, kx]: [usize; 2], runs: Runs, pieces: &mut Pieces<N>) {
        let &Convolution { groups, inputs, rows, columns, .. } = self;
        let (met_rows, met_columns) = (rows.inside(ky), columns.inside(kx));
        (pieces.count, pieces.gaps) = (0, false);
        for run in runs {
            let (first, end) = (run.at.max(met_columns.start), (run.at + run.len).min(met_columns.end));
            if first < end && met_rows.contains(&run.row) {
                let y = run.row * rows.stride + ky * rows.dilation - rows.padding;
                let x = first * columns.stride + kx * columns.dilation - columns.padding;
                let plane = (run.image * groups + group) * inputs;
                let from = (plane * rows.input + y) * columns.input + x;
                pieces.push(Piece { column: run.column + first - run.at, len: end - first, from });
                pieces.gaps |= end - first < run.len;
            } else {
                pieces.gaps = true;
            }
        }
    }

    /// Writes the rows of the matrix from `tap` on to `panel`, at the positions of `runs`.
    #[inline(always)]
    pub(super) fn gather<T: Number, const N: usize>(
        &self,
        input: &[T],
        group: usize,
        tap: usize,
        runs: &Runs,
        panel: &mut [[T; N]],
    ) {
        let (stride, places, plane) = (self.columns.stride, self.places(), self.rows.input * self.columns.input);
        let (first, later) = (tap / places, tap % places);
        let mut pieces = Pieces::<N>::new();
        for (place, at) in self.kernel().enumerate() {
            let mut channel = first + usize::from(place < later);
            if channel * places + place >= tap + panel.len() {
                continue;
            }
            self.meet(group, at, runs.clone(), &mut pieces);
            while let Some(row) = panel.get_mut(channel * places + place - tap) {
                if pieces.gaps {
                    *row = [T::ZERO; N];
                }
                for &Piece { column, len, from } in pieces.iter() {
                    let (row, input) = (&mut row[column..][..len], &input[from + channel * plane..]);
                    if stride == 1 {
                        copy(&input[..len], row);
                    } else {
                        for (o, &x) in row.iter_mut().zip(input.iter().step_by(stride)) {
                            *o = x;
                        }
                    }
                }
                channel += 1;
            }
        }
    }

    /// Adds rows of the matrix, from `tap` on and at the positions of `runs`, to the places they would be gathered
    /// from.
    #[inline(always)]
    pub(super) fn scatter<T: Number, const N: usize>(
        &self,
        panel: &[[T; N]],
        group: usize,
        tap: usize,
        runs: &Runs,
        input: &mut [T],
    ) {
        let (stride, places, plane) = (self.columns.stride, self.places(), self.rows.input * self.columns.input);
        let (first, later) = (tap / places, tap % places);
        let mut pieces = Pieces::<N>::new();
        for (place, at) in self.kernel().enumerate() {
            let mut channel = first + usize::from(place < later);
            if channel * places + place >= tap + panel.len() {
                continue;
            }
            self.meet(group, at, runs.clone(), &mut pieces);
            while let Some(row) = panel.get(channel * places + place - tap) {
                for &Piece { column, len, from } in pieces.iter() {
                    let (row, input) = (&row[column..][..len], &mut input[from + channel * plane..]);
                    if stride == 1 {
                        add(row, &mut input[..len]);
                    } else {
                        for (x, &c) in input.iter_mut().step_by(stride).zip(row) {
                            *x = *x + c;
                        }
                    }
                }
                channel += 1;
            }
        }
    }
}

/// Copies a few numbers: their ends overlap, and no function is called.
#[inline(always)]
pub(super) fn copy<T: Copy>(from: &[T], to: &mut [T]) {
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

/// Adds a few numbers, sixteen and four at a time.
#[inline(always)]
pub(super) fn add<T: Number>(from: &[T], to: &mut [T]) {
    let (from, to) = add_chunks::<T, 16>(from, to);
    let (from, to) = add_chunks::<T, 4>(from, to);
    add_chunks::<T, 1>(from, to);
}

/// Adds the numbers in groups of `N`, and returns the rest.
#[inline(always)]
fn add_chunks<'a, T: Number, const N: usize>(from: &'a [T], to: &'a mut [T]) -> (&'a [T], &'a mut [T]) {
    let (chunks, rest) = from.as_chunks::<N>();
    let (to_chunks, to_rest) = to.as_chunks_mut::<N>();
    for (to, from) in to_chunks.iter_mut().zip(chunks) {
        for (x, &c) in to.iter_mut().zip(from) {
            *x = *x + c;
        }
    }
    (rest, to_rest)
}
