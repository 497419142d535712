//! Stretches of one axis: the part of a tensor between two positions of an axis is a block of equally wide, equally
//! spaced pieces of its slice.

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
}

/// Copies the block `from` of `src` to the block `to` of `dst`.
#[inline]
pub(crate) fn copy_block<T: Copy>(src: &[T], from: Block, dst: &mut [T], to: Block) {
    for i in 0..to.count {
        dst[to.piece(i)].copy_from_slice(&src[from.piece(i)]);
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
