//! The windows of planes as columns, and columns added back to planes: each is the adjoint of the other.

use core::ops::Range;

use super::wide::add_to;
use super::{Along, Pooling};
use crate::scalar::Real;

/// The windows whose tap `k` is in the input.
#[inline(always)]
fn inside(Along { input, output, stride, padding, .. }: Along, k: usize) -> Range<usize> {
    let start = padding.saturating_sub(k).div_ceil(stride);
    let end = (input + padding).saturating_sub(k).div_ceil(stride).min(output);
    start.min(end)..end
}

impl Pooling {
    /// `visit(i, o)` for each number `i` of the input and each place `o` where it stands in the columns, which are `(planes · kernel, windows)`.
    #[inline(always)]
    fn each_tap(&self, mut visit: impl FnMut(usize, usize)) {
        let &Pooling { planes, rows, columns } = self;
        for plane in 0..planes {
            for (ky, kx) in (0..rows.kernel).flat_map(|ky| (0..columns.kernel).map(move |kx| (ky, kx))) {
                let tap = (plane * rows.kernel + ky) * columns.kernel + kx;
                for y in inside(rows, ky) {
                    let from = (plane * rows.input + y * rows.stride + ky - rows.padding) * columns.input;
                    let to = (tap * rows.output + y) * columns.output;
                    for x in inside(columns, kx) {
                        visit(from + x * columns.stride + kx - columns.padding, to + x);
                    }
                }
            }
        }
    }

    /// Adds the windows of the input to the columns; in the padding there are zeros.
    pub(crate) fn add_unfolded<T: Real>(&self, input: &[T], columns: &mut [T]) {
        self.each_tap(|i, o| add_to(&mut columns[o], input[i].widen()));
    }

    /// Adds the columns to the places of the input where their numbers came from.
    pub(crate) fn add_folded<T: Real>(&self, columns: &[T], input: &mut [T::Wide]) {
        self.each_tap(|i, o| input[i] += columns[o].widen());
    }
}
