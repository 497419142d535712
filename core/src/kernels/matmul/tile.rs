//! The tiled product: a few rows times one cache line of columns at a time, accumulated in registers.
//!
//! Columns of `B` are taken in panels of `NR`; a panel that is transposed, ragged or used often is copied (packed) to the
//! stack first, padded with zeros. Rows of `A` are taken `MR` at a time; the last, fewer rows have tiles of their own size.
//! Sums run over `k` in order, whatever the tile.

use super::{Number, View};

/// Rows of a panel of `B`, so that a panel stays in the first-level cache.
const KC: usize = 128;

/// `out += a · b`, where `madd(x, y, sum)` is `x·y + sum`.
#[inline(always)]
pub(super) fn tiled<T: Number, const MR: usize, const NR: usize>(
    (m, k, n): (usize, usize, usize),
    a: View<T>,
    b: View<T>,
    out: &mut [T],
    madd: impl Fn(T, T, T) -> T + Copy,
) {
    let mut packed = [[T::ZERO; NR]; KC];
    for p in (0..k).step_by(KC) {
        let depth = KC.min(k - p);
        for j in (0..n).step_by(NR) {
            let width = NR.min(n - j);
            let (panel, pitch) = if b.col == 1 && width == NR && m < 4 * MR {
                (&b.data[p * b.row + j..], b.row)
            } else {
                let b = View { data: &b.data[p * b.row + j * b.col..], ..b };
                pack(b, width, &mut packed[..depth]);
                (packed.as_flattened(), NR)
            };
            let tile = Tile { panel, panel_pitch: pitch, depth, width, out_pitch: n };
            let mut i = 0;
            while i < m {
                let a = View { data: &a.data[i * a.row + p * a.col..], ..a };
                let out = &mut out[i * n + j..];
                i += match m - i {
                    rest if rest >= MR => tile.add::<MR, NR>(a, out, madd),
                    rest if rest >= 4 => tile.add::<4, NR>(a, out, madd),
                    rest if rest >= 2 => tile.add::<2, NR>(a, out, madd),
                    _ => tile.add::<1, NR>(a, out, madd),
                };
            }
        }
    }
}

/// Copies `width` columns of `b` side by side, and zeros after them.
#[inline(always)]
fn pack<T: Number, const NR: usize>(b: View<T>, width: usize, packed: &mut [[T; NR]]) {
    if b.col == 1 {
        for (p, row) in packed.iter_mut().enumerate() {
            row[..width].copy_from_slice(&b.data[p * b.row..][..width]);
            row[width..].fill(T::ZERO);
        }
    } else {
        for j in 0..NR {
            for (p, row) in packed.iter_mut().enumerate() {
                row[j] = if j < width { b.data[p * b.row + j * b.col] } else { T::ZERO };
            }
        }
    }
}

/// What all tiles of one panel share.
#[derive(Clone, Copy)]
struct Tile<'a, T> {
    panel: &'a [T],
    panel_pitch: usize,
    depth: usize,
    width: usize,
    out_pitch: usize,
}

impl<T: Number> Tile<'_, T> {
    /// Adds the product of `R` rows of `a` and the panel to `out`; returns `R`.
    ///
    /// Loops, not `array::from_fn`: the closure of a function without this one's target features cannot be inlined here, and
    /// then the sums are in memory, not in registers.
    #[inline(always)]
    fn add<const R: usize, const NR: usize>(self, a: View<T>, out: &mut [T], madd: impl Fn(T, T, T) -> T) -> usize {
        let mut sums = [[T::ZERO; NR]; R];
        for (r, sums) in sums.iter_mut().enumerate() {
            *sums = self.load(&out[r * self.out_pitch..]);
        }
        for p in 0..self.depth {
            let b: [T; NR] = *self.panel[p * self.panel_pitch..].first_chunk().expect("a whole panel row");
            for (r, sums) in sums.iter_mut().enumerate() {
                let x = a.data[r * a.row + p * a.col];
                for (sum, y) in sums.iter_mut().zip(b) {
                    *sum = madd(x, y, *sum);
                }
            }
        }
        for (r, sums) in sums.into_iter().enumerate() {
            self.store(sums, &mut out[r * self.out_pitch..]);
        }
        R
    }

    /// A row of `out`, zeros after its end. The whole row is copied at once, which keeps the sums in registers.
    #[inline(always)]
    fn load<const NR: usize>(self, out: &[T]) -> [T; NR] {
        if self.width == NR {
            return *out.first_chunk().expect("a whole row");
        }
        let mut row = [T::ZERO; NR];
        row[..self.width].copy_from_slice(&out[..self.width]);
        row
    }

    /// The reverse of [`load`](Self::load).
    #[inline(always)]
    fn store<const NR: usize>(self, row: [T; NR], out: &mut [T]) {
        if self.width == NR {
            *out.first_chunk_mut().expect("a whole row") = row;
        } else {
            out[..self.width].copy_from_slice(&row[..self.width]);
        }
    }
}
