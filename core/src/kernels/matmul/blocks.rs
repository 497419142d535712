//! Products of numbers with less precision than their sums: blocks of both matrices are widened on the stack and
//! multiplied there.
//!
//! Every element of the result is summed to its end before it is rounded, and the blocks go through the same products as any
//! other matrices.

use super::super::wide::add_to;
use super::products::product;
use super::tile::Start;
use super::{Number, View};
use crate::scalar::Element;

/// Rows, columns and terms of a block: three of them take 48 KiB in `f32`.
const SIDE: usize = 64;

impl<T: Element> View<'_, T> {
    /// The first rows and columns, widened; what is contiguous stays so.
    fn widened(self, rows: usize, cols: usize, wide: &mut [T::Accumulator]) -> View<'_, T::Accumulator> {
        let (lines, len, pitch) = if self.col == 1 { (rows, cols, self.row) } else { (cols, rows, self.col) };
        for (i, line) in wide.chunks_exact_mut(len).take(lines).enumerate() {
            T::widen_all(&self.data[i * pitch..][..len], line);
        }
        let wide = View::new(wide, len);
        if self.col == 1 { wide } else { wide.t() }
    }
}

/// `out += a · b`
#[inline(never)]
pub(super) fn blocks<T: Number, D>((m, k, n): (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [D])
where
    D: Element<Accumulator = T::Accumulator>,
{
    let zero = T::Accumulator::ZERO;
    let mut wide_a = [zero; SIDE * SIDE];
    let mut wide_b = [zero; SIDE * SIDE];
    let mut sums = [zero; SIDE * SIDE];
    for i in (0..m).step_by(SIDE) {
        let rows = SIDE.min(m - i);
        for j in (0..n).step_by(SIDE) {
            let cols = SIDE.min(n - j);
            let sums = &mut sums[..rows * cols];
            sums.fill(zero);
            for p in (0..k).step_by(SIDE) {
                let depth = SIDE.min(k - p);
                let a = a.from(i, p).widened(rows, depth, &mut wide_a);
                let b = b.from(p, j).widened(depth, cols, &mut wide_b);
                product((rows, depth, cols), a, b, sums, Start::There);
            }
            for (r, sums) in sums.chunks_exact(cols).enumerate() {
                for (out, &sum) in out[(i + r) * n + j..][..cols].iter_mut().zip(sums) {
                    add_to(out, sum);
                }
            }
        }
    }
}
