//! Which tile fits the processor.

use super::tile;
use super::{Number, View};

/// `out += a · b` with the best tile at hand.
#[inline]
pub(super) fn tiled<T: Number>(dims: (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T]) {
    portable(dims, a, b, out);
}

/// Sixteen 128-bit registers: twelve sums, two of `B`, one of `A`.
#[inline(never)]
fn portable<T: Number>(dims: (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T]) {
    tile::tiled::<T, 6, 8>(dims, a, b, out, |x, y, sum| x * y + sum);
}
