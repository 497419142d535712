//! Products of any size: panels of columns of the right matrix, a few registers wide, times all rows of the left one.
//!
//! For few rows, a panel is read in place, to its end; what is not in the first-level cache is prefetched. For many
//! rows, a part that stays in that cache is first copied (packed) to the stack: transposed if necessary, with its last
//! register filled up with zeros. Rows are divided evenly, so that no tile is much smaller than the others.
//!
//! Each kind of tile is a function of its own: a single function would compute the values for all of them in advance.

#![allow(unsafe_code, reason = "room that is not written yet, and registers")]

use core::iter;
use core::mem::MaybeUninit;
use core::slice;

use super::super::level::{Registers, Task};
use super::super::vector::{Apart, Vector, copy_lines};
use super::tile::{Panel, Start, Target, tile};
use super::{Number, View};
use crate::scalar::Element;

/// Up to this many rows, a panel is read in place; up to a fourth of them if its last register is not full.
const FEW_ROWS: usize = 64;
/// The rows of such a panel: it stays in the second-level cache.
const DEEP: usize = 2048;
/// Up to so deep it stays in the first-level cache, with all registers of a row.
const SHALLOW: usize = 96;
/// Rows of the left matrix that stay in the second-level cache while panels go by.
const MANY_ROWS: usize = 768;

/// `a · b` for an `m × k` and a `k × n` matrix, and its initial value.
pub(super) struct Panels<'a, T> {
    /// `(m, k, n)`
    pub(super) dims: (usize, usize, usize),
    pub(super) a: View<'a, T>,
    pub(super) b: View<'a, T>,
    pub(super) out: &'a mut [T],
    pub(super) start: Start<'a, T>,
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

/// The parts of at most `most` that `len` is divided into: the start and length of each.
#[inline(always)]
fn parts(len: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    // No division if one part is all.
    let each = if len <= most { len } else { len.div_ceil(len.div_ceil(most)) };
    let mut next = 0;
    iter::from_fn(move || {
        let part = (next, each.min(len - next));
        next += part.1;
        (part.1 > 0).then_some(part)
    })
}

impl<T: Number> Panels<'_, T> {
    /// Computes it.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    pub(super) unsafe fn multiply<V: Vector<Number = T>>(self) {
        let (m, k, n) = self.dims;
        let few = if n % V::LANES == 0 { FEW_ROWS } else { FEW_ROWS / 4 };
        if m == 0 || k == 0 {
            self.start.write(n, &mut self.out[..m * n]);
        } else if self.b.col == 1 && m <= few {
            // SAFETY: the caller's.
            unsafe { self.in_place::<V>() };
        } else {
            // SAFETY: the caller's.
            unsafe { V::apart(Packed(self)) };
        }
    }

    /// Reads panels in place.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn in_place<V: Vector<Number = T>>(self) {
        let (m, k, n) = self.dims;
        for (p, depth) in parts(k, DEEP) {
            let (a, start) = (self.a.from(0, p), if p > 0 { Start::There } else { self.start });
            // A deep panel is narrow and its tiles are high, so that it is not read often.
            let wide = if depth > SHALLOW { 2 } else { V::WIDE } * V::LANES;
            let mut j = 0;
            while j < n {
                let width = wide.min(n - j);
                let (data, padded) = (self.b.from(p, j).data, width % V::LANES == 0);
                let panel = Panel { data, pitch: self.b.row, depth, width, padded };
                let out = &mut Target { data: &mut self.out[j..], pitch: n, start: start.from(j) };
                // SAFETY: the caller's.
                unsafe { rows::<V>(m, a, panel, out) };
                j += wide;
            }
        }
    }
}

/// A product whose panels are copied first.
struct Packed<'a, T>(Panels<'a, T>);

impl<V: Vector> Apart<V> for Packed<'_, V::Number> {
    #[inline(always)]
    unsafe fn run(self) {
        let Panels { dims: (m, k, n), a, b, out, start } = self.0;
        let mut room = MaybeUninit::<V::Panel>::uninit();
        for (i, m) in parts(m, MANY_ROWS) {
            for (p, depth) in parts(k, V::DEPTH) {
                let start = if p > 0 { Start::There } else { start };
                for j in (0..n).step_by(V::WIDE * V::LANES) {
                    let width = (n - j).min(V::WIDE * V::LANES);
                    let pitch = width.next_multiple_of(V::LANES);
                    // SAFETY: the registers are the caller's, and there is room: at most `DEPTH` rows of `WIDE` registers.
                    let data = unsafe { packed::<V>(b.from(p, j), depth, width, pitch, &mut room, true) };
                    let panel = Panel { data, pitch, depth, width, padded: true };
                    let out = &mut Target { data: &mut out[i * n + j..], pitch: n, start: start.from(j) };
                    // SAFETY: the caller's.
                    unsafe { rows::<V>(m, a.from(i, p), panel, out) };
                }
            }
        }
    }
}

/// The product of `m` rows of `a` and a panel.
///
/// # Safety
/// The processor has such registers.
#[inline(always)]
unsafe fn rows<V: Vector>(m: usize, a: View<V::Number>, panel: Panel<V::Number>, out: &mut Target<V::Number>) {
    macro_rules! registers {
        ($($nv:literal)*) => {
            match panel.width.div_ceil(V::LANES) {
                // SAFETY: the caller's.
                $($nv if const { $nv <= V::WIDE } => unsafe { tiles::<V, $nv>(m, a, panel, out) },)*
                registers => unreachable!("a panel of {registers} registers"),
            }
        };
    }
    registers!(1 2 3 4);
}

/// The same for a panel of so many registers.
///
/// # Safety
/// The processor has such registers.
#[inline(always)]
unsafe fn tiles<V: Vector, const NV: usize>(
    m: usize,
    a: View<V::Number>,
    panel: Panel<V::Number>,
    out: &mut Target<V::Number>,
) {
    let tiles = m.div_ceil(const { V::ROWS[NV] });
    // The first of them have a row more than the others.
    let (each, more) = (m / tiles, m % tiles);
    let mut next = 0;
    for (count, rows) in [(more, each + 1), (tiles - more, each)] {
        if count == 0 {
            continue;
        }
        let (a, data) = (a.from(next, 0), &mut out.data[next * out.pitch..]);
        next += count * rows;
        macro_rules! tiles {
            ($($r:literal)*) => {
                match rows {
                    $($r if const { $r <= V::ROWS[NV] } => {
                        // SAFETY: the caller's.
                        unsafe { V::apart(Tiles::<_, $r, NV> { count, a, panel, out: Target { data, ..*out } }) };
                    })*
                    _ => unreachable!("a tile of {rows} rows of {NV} registers"),
                }
            };
        }
        tiles!(1 2 3 4 5 6 7 8 9 10 11 12);
    }
}

/// So many tiles below each other.
struct Tiles<'a, T, const R: usize, const NV: usize> {
    count: usize,
    a: View<'a, T>,
    panel: Panel<'a, T>,
    out: Target<'a, T>,
}

impl<V: Vector, const R: usize, const NV: usize> Apart<V> for Tiles<'_, V::Number, R, NV> {
    #[inline(always)]
    unsafe fn run(self) {
        let Tiles { count, a, panel, out: Target { data, pitch, start } } = self;
        for i in 0..count {
            let out = &mut Target { data: &mut data[i * R * pitch..], pitch, start };
            // SAFETY: the caller's.
            unsafe { tile::<V, R, NV>(a.from(i * R, 0), panel, out, true) };
        }
    }
}

/// Copies `depth` rows of `width` columns of `b`, and zeros up to `read` columns; in a function of its own if it is to be `apart`.
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
    apart: bool,
) -> &'r [V::Number] {
    assert!(depth * read * size_of::<V::Number>() <= size_of::<V::Panel>());
    let room = room.as_mut_ptr().cast();
    let pack = Pack { b, depth, width, read, room };
    // SAFETY: there is room, as was just asserted, for whole registers if `read` is a multiple of them. All of `depth · read` numbers
    // are written before the slice is made; the room is borrowed as long as it.
    unsafe {
        if apart {
            V::apart(pack);
        } else {
            Apart::<V>::run(pack);
        }
        slice::from_raw_parts(room, depth * read)
    }
}

/// [`packed`], to an address: there is room for `depth · read` numbers, a multiple of registers if `b` has rows that are contiguous.
struct Pack<'a, T> {
    b: View<'a, T>,
    depth: usize,
    width: usize,
    read: usize,
    room: *mut T,
}

impl<V: Vector> Apart<V> for Pack<'_, V::Number> {
    #[inline(always)]
    unsafe fn run(self) {
        let Pack { b, depth, width, read, room } = self;
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
                let (from, room) = (from.add(j * b.col), room.add(j));
                j += match width - j {
                    left if b.row == 1 && left >= V::LINES => {
                        V::transpose(from, b.col, depth, room, read);
                        V::LINES
                    }
                    left if b.row == 1 && left >= 4 => {
                        copy_lines::<_, 4>(from, b.col, depth, room, read);
                        4
                    }
                    _ => {
                        for p in 0..depth {
                            *room.add(p * read) = *from.add(p * b.row);
                        }
                        1
                    }
                };
            }
            for p in 0..depth {
                for j in width..read {
                    *room.add(p * read + j) = V::Number::ZERO;
                }
            }
        }
    }
}
