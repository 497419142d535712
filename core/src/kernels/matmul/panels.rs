//! Products of any size: panels of columns of the right matrix, a few registers wide, times all rows of the left one.
//!
//! A panel is read where it lies if it is not read often. Else it is copied (packed) to the stack first: transposed if need be, its
//! last register filled up with zeros. Rows are divided evenly, so that no tile is much smaller than the others.

#![allow(unsafe_code, reason = "room that is not written yet, and registers")]

use core::mem::MaybeUninit;
use core::slice;

use super::super::level::{Registers, Task};
use super::super::vector::{Vector, transpose_4};
use super::tile::{Panel, Target, rows_of, tile};
use super::{Number, View};
use crate::real::Element;

/// Up to so many rows a panel is read where it lies, and only so deep.
const FEW_ROWS: usize = 64;
const FEW_DEEP: usize = 64;
/// Rows of the left matrix that stay in the second-level cache while panels go by.
const MANY_ROWS: usize = 768;

/// `out += a · b` for an `m × k` and a `k × n` matrix, or `out = a · b`.
pub(super) struct Panels<'a, T> {
    /// `(m, k, n)`
    pub(super) dims: (usize, usize, usize),
    pub(super) a: View<'a, T>,
    pub(super) b: View<'a, T>,
    pub(super) out: &'a mut [T],
    pub(super) add: bool,
}

macro_rules! tasks {
    ($($t:ident $registers:ident)*) => {$(
        impl Task<(), (), ()> for Panels<'_, $t> {
            type Output = ();
            #[inline(always)]
            unsafe fn run<L: Registers>(self, (): (), (): (), (): ()) {
                // SAFETY: the caller's.
                unsafe { self.multiply::<L::$registers>() }
            }
        }
    )*};
}
tasks!(f32 Single f64 Double);

/// The parts of about `most` that `len` is divided into, evenly: where each starts, and how long it is.
#[inline(always)]
fn evenly(len: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let each = len.div_ceil(len.div_ceil(most).max(1)).max(1);
    (0..len).step_by(each).map(move |start| (start, each.min(len - start)))
}

impl<T: Number> Panels<'_, T> {
    /// Computes it.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    pub(super) unsafe fn multiply<V: Vector<Number = T>>(self) {
        let (m, k, n) = self.dims;
        let mut room = MaybeUninit::<V::Panel>::uninit();
        let few = self.b.col == 1 && m <= FEW_ROWS;
        for (i, m) in evenly(m, MANY_ROWS) {
            for (p, depth) in evenly(k, if few { FEW_DEEP } else { V::DEPTH }) {
                let add = self.add || p > 0;
                for j in (0..n).step_by(V::WIDE * V::LANES) {
                    let width = (n - j).min(V::WIDE * V::LANES);
                    let read = width.next_multiple_of(V::LANES);
                    let b = self.b.from(p, j);
                    let panel = if few && width == read {
                        Panel { data: b.data, pitch: b.row, depth, width, padded: true }
                    } else {
                        // SAFETY: the registers are the caller's, and there is room: at most `DEPTH` rows of `WIDE` registers.
                        let data = unsafe { packed::<V>(b, depth, width, read, &mut room) };
                        Panel { data, pitch: read, depth, width, padded: true }
                    };
                    let a = self.a.from(i, p);
                    let out = &mut self.out[i * n + j..];
                    // SAFETY: the caller's.
                    unsafe { rows::<V>(m, a, panel, &mut Target { data: out, pitch: n, add }) };
                }
            }
        }
        if k == 0 && !self.add {
            self.out[..m * n].fill(T::ZERO);
        }
    }
}

/// The product of `m` rows of `a` and a panel.
///
/// # Safety
/// The processor has such registers.
#[inline(always)]
unsafe fn rows<V: Vector>(m: usize, a: View<V::Number>, panel: Panel<V::Number>, out: &mut Target<V::Number>) {
    let registers = panel.width.div_ceil(V::LANES);
    for (i, rows) in evenly(m, rows_of(registers)) {
        let out = &mut Target { data: &mut out.data[i * out.pitch..], pitch: out.pitch, add: out.add };
        macro_rules! tiles {
            ($($nv:literal: $($r:literal)*;)*) => {
                match (registers, rows) {
                    // SAFETY: the caller's.
                    $($(($nv, $r) if const { $nv <= V::WIDE } => unsafe { tile::<V, $r, $nv>(a.from(i, 0), panel, out, true) },)*)*
                    _ => unreachable!("a tile of {rows} rows of {registers} registers"),
                }
            };
        }
        tiles! {
            1: 1 2 3 4 5 6 7 8;
            2: 1 2 3 4 5 6 7 8;
            3: 1 2 3 4 5 6;
            4: 1 2 3 4 5 6;
        }
    }
}

/// Copies `depth` rows of `width` columns of `b`, and zeros up to `read` columns.
///
/// # Panics
/// If there is no room for so much.
///
/// # Safety
/// The processor has such registers.
#[inline(always)]
pub(super) unsafe fn packed<'r, V: Vector>(
    b: View<V::Number>,
    depth: usize,
    width: usize,
    read: usize,
    room: &'r mut MaybeUninit<V::Panel>,
) -> &'r [V::Number] {
    assert!(depth * read * size_of::<V::Number>() <= size_of::<V::Panel>());
    let room = room.as_mut_ptr().cast();
    // SAFETY: there is room, as was just asserted. All of `depth · read` numbers are written before the slice is made; the room
    // is borrowed as long as it.
    unsafe {
        pack::<V>(b, depth, width, read, room);
        slice::from_raw_parts(room, depth * read)
    }
}

/// [`packed`], to an address.
///
/// # Safety
/// The processor has such registers, and there is room for `depth · read` numbers: a multiple of registers if `b` has rows that are
/// contiguous.
#[inline(always)]
unsafe fn pack<V: Vector>(b: View<V::Number>, depth: usize, width: usize, read: usize, room: *mut V::Number) {
    assert!(0 < depth && 0 < width && width <= read && (depth - 1) * b.row + (width - 1) * b.col < b.data.len());
    let from = b.data.as_ptr();
    if b.col == 1 {
        for j in (0..read).step_by(V::LANES) {
            let (mut from, mut room) = (from.wrapping_add(j), room.wrapping_add(j));
            for _ in 0..depth {
                // SAFETY: reads columns below `width` only, which are there; writes to `read` columns of each row.
                unsafe {
                    let row = if j + V::LANES <= width { V::load(from) } else { V::load_first(from, width - j) };
                    row.store(room);
                }
                (from, room) = (from.wrapping_add(b.row), room.wrapping_add(read));
            }
        }
        return;
    }
    // SAFETY: reads rows below `depth` of columns below `width` only; writes to rows below `depth` of `read` columns.
    unsafe {
        let mut j = 0;
        while j < width {
            // So many columns, and rows, at once.
            let (columns, rows) = match width - j {
                left if b.row == 1 && left >= V::LANES => (V::LANES, V::STEP),
                left if b.row == 1 && left >= 4 => (4, 4),
                _ => (1, 1),
            };
            for p in (0..depth).step_by(rows) {
                let (from, room) = (from.add(p * b.row + j * b.col), room.add(p * read + j));
                if p + rows > depth {
                    for p in 0..depth - p {
                        for j in 0..columns {
                            *room.add(p * read + j) = *from.add(p * b.row + j * b.col);
                        }
                    }
                } else if columns == V::LANES {
                    V::transpose(from, b.col, room, read);
                } else if columns == 4 {
                    transpose_4(from, b.col, room, read);
                } else {
                    *room = *from;
                }
            }
            j += columns;
        }
        for p in 0..depth {
            for j in width..read {
                *room.add(p * read + j) = V::Number::ZERO;
            }
        }
    }
}
