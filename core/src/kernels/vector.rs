//! A register full of numbers.
//!
//! Products of matrices are written over [`Vector`], because whether the sums of a tile are in registers must not be up to the
//! optimizer. Everything else is plain loops.

#![allow(unsafe_code, reason = "instructions by name")]

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86;

use super::Number;

/// So many numbers side by side.
pub(crate) trait Vector: Copy {
    /// What it is full of.
    type Number: Number;
    /// How many.
    const LANES: usize;
    /// How many of them side by side make the widest tile. With six rows its sums, and what is multiplied, are all in registers.
    const WIDE: usize;
    /// The rows of a [`Panel`](Self::Panel).
    const DEPTH: usize;
    /// Room for a panel as wide as the widest tile, to fit the first-level cache.
    type Panel: Copy;

    /// The same number in all lanes.
    ///
    /// # Safety
    /// Of this and all others: the processor has such registers.
    unsafe fn splat(x: Self::Number) -> Self;
    /// The numbers from an address on.
    ///
    /// # Safety
    /// They are there.
    unsafe fn load(from: *const Self::Number) -> Self;
    /// The first `count` numbers from an address on, then zeros.
    ///
    /// # Safety
    /// They are there, at least one and fewer than [`LANES`](Self::LANES).
    unsafe fn load_first(from: *const Self::Number, count: usize) -> Self;
    /// Writes all numbers.
    ///
    /// # Safety
    /// There is room for them.
    unsafe fn store(self, to: *mut Self::Number);
    /// Writes the first `count` numbers.
    ///
    /// # Safety
    /// There is room for them; at least one and fewer than [`LANES`](Self::LANES).
    unsafe fn store_first(self, to: *mut Self::Number, count: usize);
    /// The rows that [`transpose`](Self::transpose) writes.
    const STEP: usize;
    /// Writes [`LANES`](Self::LANES) lines of [`STEP`](Self::STEP) numbers as columns; `pitch` is from line to line, `to_pitch` from row
    /// to row.
    ///
    /// # Safety
    /// They are there, and there is room for them.
    unsafe fn transpose(from: *const Self::Number, pitch: usize, to: *mut Self::Number, to_pitch: usize);
    /// `x · y + self`, lane by lane.
    ///
    /// # Safety
    /// As of all.
    unsafe fn plus_product(self, x: Self, y: Self) -> Self;
}

/// Four numbers, for processors that nothing is known of.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Plain<T>([T; 4]);

impl<T: Number> Vector for Plain<T> {
    type Number = T;
    const LANES: usize = 4;
    const WIDE: usize = 2;
    const DEPTH: usize = 128;
    type Panel = [[Self; 2]; 128];

    #[inline(always)]
    unsafe fn splat(x: T) -> Self {
        Plain([x; 4])
    }
    #[inline(always)]
    unsafe fn load(from: *const T) -> Self {
        // SAFETY: four numbers are there; `T` is plain data, and the address is that of one.
        Plain(unsafe { *from.cast() })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const T, count: usize) -> Self {
        let mut all = [T::ZERO; 4];
        for (i, x) in all.iter_mut().enumerate().take(count) {
            // SAFETY: `i < count`, and so many are there.
            *x = unsafe { *from.add(i) };
        }
        Plain(all)
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut T) {
        // SAFETY: there is room for four, at the address of a number.
        unsafe { *to.cast() = self.0 };
    }
    #[inline(always)]
    unsafe fn store_first(self, to: *mut T, count: usize) {
        for (i, x) in self.0.into_iter().enumerate().take(count) {
            // SAFETY: `i < count`, and there is room for so many.
            unsafe { *to.add(i) = x };
        }
    }
    const STEP: usize = 4;
    #[inline(always)]
    unsafe fn transpose(from: *const T, pitch: usize, to: *mut T, to_pitch: usize) {
        // SAFETY: the caller's.
        unsafe { transpose_4(from, pitch, to, to_pitch) };
    }
    #[inline(always)]
    unsafe fn plus_product(self, x: Self, y: Self) -> Self {
        let mut sums = self.0;
        for ((sum, x), y) in sums.iter_mut().zip(x.0).zip(y.0) {
            *sum = x * y + *sum;
        }
        Plain(sums)
    }
}

/// Writes four lines of four numbers as columns.
///
/// # Safety
/// They are there, and there is room for them.
#[inline(always)]
pub(super) unsafe fn transpose_4<T: Number>(from: *const T, pitch: usize, to: *mut T, to_pitch: usize) {
    let mut columns = [[T::ZERO; 4]; 4];
    for j in 0..4 {
        // SAFETY: the line is there.
        let line: [T; 4] = unsafe { *from.add(j * pitch).cast() };
        for (column, x) in columns.iter_mut().zip(line) {
            column[j] = x;
        }
    }
    for (p, column) in columns.into_iter().enumerate() {
        // SAFETY: there is room.
        unsafe { *to.add(p * to_pitch).cast() = column };
    }
}
