//! The tile: a few rows of the result times a few registers of columns, summed in registers.
//!
//! Sums start with the old result, with a row, or with zero, and run over `k` in order, whatever the tile; so every
//! element is the same chain of operations in all tiles of a level.

#![allow(unsafe_code, reason = "registers, and no check of bounds at every number")]

use core::hint::black_box;

use super::super::vector::Vector;
use super::View;
use crate::scalar::Element;

/// Some columns of the right matrix, row by row.
#[derive(Clone, Copy)]
pub(crate) struct Panel<'a, T> {
    pub(crate) data: &'a [T],
    /// From row to row.
    pub(crate) pitch: usize,
    /// The rows.
    pub(crate) depth: usize,
    /// The columns.
    pub(crate) width: usize,
    /// Whether a whole register can be read past the columns of every row.
    pub(crate) padded: bool,
}

/// The destination of the sums.
pub(crate) struct Target<'a, T> {
    pub(crate) data: &'a mut [T],
    /// From row to row.
    pub(crate) pitch: usize,
    pub(crate) start: Start<'a, T>,
}

/// The initial value of the sums.
#[derive(Clone, Copy)]
pub(crate) enum Start<'a, T> {
    /// Zero: the product overwrites the result.
    Zero,
    /// The old result: the product is added to it.
    There,
    /// A row, the same for every row of the result.
    Row(&'a [T]),
}

impl<'a, T: Element> Start<'a, T> {
    /// The same for the columns from `j` on.
    #[inline(always)]
    pub(crate) fn from(self, j: usize) -> Self {
        match self {
            Start::Row(row) => Start::Row(&row[j..]),
            other => other,
        }
    }

    /// The same in numbers of another type of the same size.
    #[inline(always)]
    pub(crate) fn cast<U: Element>(self) -> Start<'a, U> {
        match self {
            Start::Zero => Start::Zero,
            Start::There => Start::There,
            Start::Row(row) => Start::Row(bytemuck::cast_slice(row)),
        }
    }

    /// A row is written to rows of `n` numbers, so that it is there.
    #[inline(always)]
    pub(crate) fn begin(self, n: usize, out: &mut [T]) {
        if let Start::Row(_) = self {
            self.write(n, out);
        }
    }

    /// Writes it to rows of `n` numbers, which the product is then added to.
    #[inline(always)]
    pub(crate) fn write(self, n: usize, out: &mut [T]) {
        match self {
            Start::Zero => out.fill(T::ZERO),
            Start::There => {}
            Start::Row(row) => {
                for out in out.chunks_exact_mut(n.max(1)) {
                    out.copy_from_slice(&row[..n]);
                }
            }
        }
    }
}

/// The prefetched row of a panel is this far from the one that is read.
const AHEAD: usize = 16;

/// The product of the first `R` rows of `a` and a panel that is `NV` registers wide, the last of them perhaps not full; `far` if the
/// compiler does not know how far rows of `a` are apart.
///
/// # Panics
/// If a slice is too short.
///
/// # Safety
/// The processor has such registers.
#[inline(always)]
pub(crate) unsafe fn tile<V: Vector, const R: usize, const NV: usize>(
    a: View<V::Number>,
    panel: Panel<V::Number>,
    out: &mut Target<V::Number>,
    far: bool,
) {
    let Panel { depth, width, .. } = panel;
    let last = width - (NV - 1) * V::LANES;
    let full = last == V::LANES;
    let read = if panel.padded { NV * V::LANES } else { width };
    // Strides and lengths are those of matrices that exist, so nothing overflows here.
    const { assert!(0 < R && R <= 12) };
    assert!(depth > 0 && 0 < last && last <= V::LANES);
    assert!((R - 1) * a.row + (depth - 1) * a.col < a.data.len());
    assert!((depth - 1) * panel.pitch + read <= panel.data.len());
    assert!((R - 1) * out.pitch + width <= out.data.len());
    let (x, mut y, to) = (a.data.as_ptr(), panel.data.as_ptr(), out.data.as_mut_ptr());
    // Four rows share an address. That the two are related the optimizer must not see: it would compute each address from the one
    // before it, and where a step has few products it would last as long as all these additions, one after the other.
    let mut x: [_; 3] = core::array::from_fn(|group| x.wrapping_add(4 * group * a.row));
    if far && NV <= 2 {
        for x in &mut x[1..R.div_ceil(4)] {
            *x = black_box(*x);
        }
    }
    // SAFETY: the processor has these registers, says the caller. Rows are `0..R`, terms `0..depth`, and the columns of a register
    // those below `width`, or below `read` in the panel: the asserts cover the last of each.
    unsafe {
        let mut sums = [[V::splat(V::Number::ZERO); NV]; R];
        let start = match out.start {
            Start::Zero => None,
            Start::There => Some((to.cast_const(), out.pitch)),
            Start::Row(row) => {
                assert!(width <= row.len());
                Some((row.as_ptr(), 0))
            }
        };
        if let Some((start, pitch)) = start {
            for (r, sums) in sums.iter_mut().enumerate() {
                for (v, sum) in sums.iter_mut().enumerate() {
                    let from = start.add(r * pitch + v * V::LANES);
                    *sum = if v < NV - 1 || full { V::load(from) } else { V::load_first(from, last) };
                }
            }
        }
        if far && NV > 1 {
            // The next tile is below this one.
            for r in R..2 * R {
                for v in 0..NV {
                    V::prefetch(to.wrapping_add(r * out.pitch + v * V::LANES));
                }
            }
        }
        for _ in 0..depth {
            let mut row = [V::splat(V::Number::ZERO); NV];
            if far && NV == 2 {
                // Deep panels are this narrow. A row may begin and end anywhere in a line of the cache.
                V::prefetch(y.wrapping_add(AHEAD * panel.pitch));
                V::prefetch(y.wrapping_add(AHEAD * panel.pitch + NV * V::LANES - 1));
            }
            for (v, row) in row.iter_mut().enumerate() {
                let from = y.add(v * V::LANES);
                *row = if v < NV - 1 || full || panel.padded { V::load(from) } else { V::load_first(from, last) };
            }
            for (r, sums) in sums.iter_mut().enumerate() {
                let x = V::splat(*x[r / 4].add(r % 4 * a.row));
                for (sum, &y) in sums.iter_mut().zip(&row) {
                    *sum = sum.plus_product(x, y);
                }
            }
            x = x.map(|x| x.wrapping_add(a.col));
            y = y.wrapping_add(panel.pitch);
        }
        for (r, sums) in sums.into_iter().enumerate() {
            for (v, sum) in sums.into_iter().enumerate() {
                let to = to.add(r * out.pitch + v * V::LANES);
                if v < NV - 1 || full {
                    sum.store(to);
                } else {
                    sum.store_first(to, last);
                }
            }
        }
    }
}
