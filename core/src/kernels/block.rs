//! Stretches of one axis: the part of a tensor between two positions of an axis is a block of equally wide, equally
//! spaced pieces of its slice.

#![allow(unsafe_code, reason = "bounds are checked once, not for every piece")]

use core::ops::{Add, Range};

use super::WriteMode;

/// `count` pieces of `width` numbers; piece `i` starts at `start + i * pitch`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// Where the first piece starts.
    pub(crate) start: usize,
    /// The distance between the starts of neighbouring pieces.
    pub(crate) pitch: usize,
    /// The numbers in a piece.
    pub(crate) width: usize,
    /// The number of pieces.
    pub(crate) count: usize,
}

impl Block {
    /// The range of piece `i`.
    #[inline(always)]
    fn piece(self, i: usize) -> Range<usize> {
        let start = self.start + i * self.pitch;
        start..start + self.width
    }

    /// Where the last piece ends.
    #[inline(always)]
    fn end(self) -> usize {
        if self.count == 0 { 0 } else { self.piece(self.count - 1).end }
    }
}

/// Copies the block `from` of `src` to the block `to` of `dst`.
#[inline]
pub(crate) fn copy_block<T: Copy>(src: &[T], from: Block, dst: &mut [T], to: Block) {
    assert!(from.width == to.width && to.count <= from.count);
    assert!(from.end() <= src.len() && to.end() <= dst.len());
    for i in 0..to.count {
        // SAFETY: the pieces are in the slices, and equally wide.
        unsafe {
            let (src, dst) = (src.get_unchecked(from.piece(i)), dst.get_unchecked_mut(to.piece(i)));
            dst.as_mut_ptr().copy_from_nonoverlapping(src.as_ptr(), to.width);
        }
    }
}

/// Puts the block `from` of `src` to the block `to` of `dst`.
#[inline]
pub(crate) fn put_block<T: Copy + Add<Output = T>>(src: &[T], from: Block, dst: &mut [T], to: Block, how: WriteMode) {
    if matches!(how, WriteMode::Overwrite) {
        return copy_block(src, from, dst, to);
    }
    for i in 0..to.count {
        for (d, &x) in dst[to.piece(i)].iter_mut().zip(&src[from.piece(i)]) {
            *d = *d + x;
        }
    }
}
