//! A register full of numbers.
//!
//! Matrix products are written over [`Vector`], because the sums of a tile must be in registers, and the optimizer does
//! not guarantee that. Everything else is plain loops.

#![allow(unsafe_code, reason = "instructions by name")]

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86;

use super::Number;

/// A register of numbers.
pub(crate) trait Vector: Copy {
    /// The type of its numbers.
    type Number: Number;
    /// The number of lanes.
    const LANES: usize;
    /// Registers of half the size, if there are any; otherwise the same.
    type Half: Vector<Number = Self::Number>;
    /// How many registers side by side make the widest tile.
    const WIDE: usize;
    /// The most rows of a tile of this many registers, such that its sums and factors are all in registers.
    const ROWS: [usize; 5];
    /// The rows of a [`Panel`](Self::Panel).
    const DEPTH: usize;
    /// Memory for a panel as wide as the widest tile, which fits the first-level cache.
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
    /// The lines that [`transpose`](Self::transpose) reads.
    const LINES: usize;
    /// Writes [`LINES`](Self::LINES) lines of `depth` numbers as columns; `pitch` is from line to line, `to_pitch` from row to row.
    ///
    /// # Safety
    /// They are there, and there is room for them.
    unsafe fn transpose(from: *const Self::Number, pitch: usize, depth: usize, to: *mut Self::Number, to_pitch: usize);
    /// Makes the processor fetch the cache line of an address, which may be invalid.
    fn prefetch(from: *const Self::Number);
    /// Runs a task in a function of its own, so that its use of registers does not depend on its surroundings.
    ///
    /// # Safety
    /// As of all.
    unsafe fn apart<K: Apart<Self>>(task: K);
    /// `x · y + self`, lane by lane.
    ///
    /// # Safety
    /// As of all.
    unsafe fn plus_product(self, x: Self, y: Self) -> Self;
}

/// A task with registers.
pub(crate) trait Apart<V> {
    /// Runs the task; `#[inline(always)]`.
    ///
    /// # Safety
    /// The processor has such registers.
    unsafe fn run(self);
}

/// Four numbers, for processors about which nothing is known.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Plain<T>([T; 4]);

impl<T: Number> Vector for Plain<T> {
    type Number = T;
    const LANES: usize = 4;
    type Half = Self;
    const WIDE: usize = 2;
    const ROWS: [usize; 5] = [0, 8, 6, 0, 0];
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
    #[inline(never)]
    unsafe fn apart<K: Apart<Self>>(task: K) {
        // SAFETY: the caller's.
        unsafe { task.run() };
    }
    const LINES: usize = 4;
    #[inline(always)]
    unsafe fn transpose(from: *const T, pitch: usize, depth: usize, to: *mut T, to_pitch: usize) {
        // SAFETY: the caller's.
        unsafe { copy_lines::<T, 4>(from, pitch, depth, to, to_pitch) };
    }
    #[inline(always)]
    fn prefetch(_: *const T) {}
    #[inline(always)]
    unsafe fn plus_product(self, x: Self, y: Self) -> Self {
        let mut sums = self.0;
        for ((sum, x), y) in sums.iter_mut().zip(x.0).zip(y.0) {
            *sum = x * y + *sum;
        }
        Plain(sums)
    }
}

/// Writes `N` lines of `depth` numbers as columns, four rows at a time.
///
/// # Safety
/// They are there, and there is room for them.
#[inline(always)]
pub(super) unsafe fn copy_lines<T: Number, const N: usize>(
    from: *const T,
    pitch: usize,
    depth: usize,
    to: *mut T,
    to_pitch: usize,
) {
    let steps = depth / 4;
    for p in 0..steps {
        let mut rows = [[T::ZERO; N]; 4];
        for j in 0..N {
            // SAFETY: the line is there.
            let line: [T; 4] = unsafe { *from.add(4 * p + j * pitch).cast() };
            for (row, x) in rows.iter_mut().zip(line) {
                row[j] = x;
            }
        }
        for (i, row) in rows.into_iter().enumerate() {
            // SAFETY: there is room.
            unsafe { *to.add((4 * p + i) * to_pitch).cast() = row };
        }
    }
    for p in 4 * steps..depth {
        for j in 0..N {
            // SAFETY: the number is there, and room for it.
            unsafe { *to.add(p * to_pitch + j) = *from.add(p + j * pitch) };
        }
    }
}
