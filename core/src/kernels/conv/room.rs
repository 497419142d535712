//! Parts of planes, copied to a buffer on the stack so that they stay in the first-level cache.

#![allow(unsafe_code, reason = "registers")]

use super::Along;
use super::columns::copy;
use super::product::parts;
use crate::kernels::vector::Vector;
use crate::scalar::Element;

/// The size of the buffer, in numbers of planes: they fit the first-level cache.
pub(super) const NUMBERS: usize = 6144;
/// Rows that are processed at once, if the buffer is large enough: each time, the rows that the kernel reads beyond
/// them are copied again.
const LINES: usize = 8;
/// The buffer, with extra space that a whole register may read or write past the end.
pub(super) type Room<T> = [T; NUMBERS + 16];

/// A part of planes: its first plane, row and column of results, and their numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) planes: [usize; 2],
    pub(super) lines: [usize; 2],
    pub(super) width: [usize; 2],
}

/// The part of a plane in the buffer: this many copies, with more rows and columns than there are results.
#[derive(Clone, Copy)]
pub(super) struct Copies {
    pub(super) count: usize,
    pub(super) above: usize,
    pub(super) beside: usize,
}

impl Copies {
    /// Whether the buffer is large enough for a block of planes, rows and columns.
    const fn fit(&self, [planes, lines, width]: [usize; 3]) -> bool {
        planes * self.count * (lines + self.above) * (width + self.beside) <= NUMBERS
    }

    /// Whether every convolution with such copies has blocks that fit.
    pub(super) const fn have_room(&self) -> bool {
        self.fit([1, 1, 16])
    }

    /// The blocks of planes, rows and columns of results, with at most `most` results of each plane.
    #[inline(always)]
    pub(super) fn blocks(self, [planes, lines, width]: [usize; 3], most: usize) -> impl Iterator<Item = Block> {
        let (mut some, mut wide) = (planes, width);
        while wide > 16 && !(wide <= most && self.fit([1, 1, wide])) {
            wide = wide.div_ceil(2).next_multiple_of(16);
        }
        let fit = |planes, lines| lines * wide <= most && self.fit([planes, lines, wide]);
        while some > 1 && !fit(some, lines.min(LINES)) {
            some = some.div_ceil(2);
        }
        let mut high = lines;
        while high > 1 && !fit(some, high) {
            high = high.div_ceil(2);
        }
        parts(width, wide).flat_map(move |width| {
            parts(lines, high)
                .flat_map(move |lines| parts(planes, some).map(move |planes| Block { planes, lines, width }))
        })
    }
}

/// Rows of a plane, with zeros above and below it.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    /// The first row, counted with the zeros above the plane.
    pub(super) first: usize,
    pub(super) step: usize,
    pub(super) count: usize,
    /// The zeros above.
    pub(super) above: usize,
    /// The rows of the plane.
    pub(super) height: usize,
}

impl Along {
    /// Copies what place `k` of the kernel meets from output position `column` on, in rows of a plane and in the zeros around it, to lines of `len`
    /// numbers; returns how many numbers all are. Behind them as many as a register has may be written.
    ///
    /// # Panics
    /// If there is no room, or if rows are not there.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    pub(super) unsafe fn meets<V: Vector>(
        &self,
        plane: &[V::Number],
        rows: Rows,
        [k, column]: [usize; 2],
        len: usize,
        room: &mut [V::Number],
    ) -> usize {
        let &Along { input, stride, padding, dilation, .. } = self;
        let start = column * stride + k * dilation;
        let before = padding.saturating_sub(start).div_ceil(stride).min(len);
        let end = (input + padding).saturating_sub(start).div_ceil(stride).clamp(before, len);
        let from = (start + before * stride).wrapping_sub(padding);
        let Rows { first, step, count, above, height } = rows;
        let top = above.saturating_sub(first).div_ceil(step).min(count);
        let bottom = (above + height).saturating_sub(first).div_ceil(step).clamp(top, count);
        if before == end {
            room[..count * len].fill(V::Number::ZERO);
            return count * len;
        }
        room[..top * len].fill(V::Number::ZERO);
        if top < bottom {
            let row = first + top * step - above;
            let (plane, pitch) = (&plane[row * input..][..((bottom - top - 1) * step + 1) * input], step * input);
            let inside = &mut room[top * len..][..(bottom - top) * len + V::LANES];
            if stride == 1 && end - before == len {
                let (lines, len) = if len == pitch { (1, (bottom - top) * len) } else { (bottom - top, len) };
                // SAFETY: the registers are the caller's; of each line as many numbers are read as are left, and at most a register more
                // than it has are written, which the next line overwrites, or which are behind the last one.
                unsafe {
                    for line in 0..lines {
                        let numbers = &plane[line * pitch + from..];
                        assert!(len <= numbers.len(), "the row is there");
                        let to = inside[line * len..][..len + V::LANES].as_mut_ptr();
                        let mut x = 0;
                        while x < len {
                            let (from, left) = (numbers.as_ptr().add(x), numbers.len() - x);
                            let some = if left >= V::LANES { V::load(from) } else { V::load_first(from, left) };
                            some.store(to.add(x));
                            x += V::LANES;
                        }
                    }
                }
            } else {
                for (line, row) in inside[..(bottom - top) * len].chunks_exact_mut(len).zip(plane.chunks(pitch)) {
                    let numbers = &row[from..][..=(end - before - 1) * stride];
                    line[..before].fill(V::Number::ZERO);
                    if stride == 1 {
                        copy(numbers, &mut line[before..end]);
                    } else {
                        line[before..end].iter_mut().zip(numbers.iter().step_by(stride)).for_each(|(o, &x)| *o = x);
                    }
                    line[end..].fill(V::Number::ZERO);
                }
            }
        }
        room[bottom * len..count * len].fill(V::Number::ZERO);
        count * len
    }
}
