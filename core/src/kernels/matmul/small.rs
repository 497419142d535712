//! Products of lengths that the compiler knows, if there is little work: code for just these lengths.
//!
//! Tiny products are plain loops, inlined. For the others, the tiles of one panel are chosen at compile time, and rows
//! that do not fill a register are masked, not copied. Everything larger goes to [`product`](super::products::product),
//! and so does everything in debug builds, which gives the same numbers.

#![allow(unsafe_code, reason = "registers")]

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::super::level::{self, Registers, Task};
use super::super::vector::Vector;
use super::super::wide::is;
use super::panels::packed;
use super::tile::{Panel, Start, Target, tile};
use super::{Fixed, Number, View, loops, products};
use crate::kernels::SMALL_CODE;

/// The largest `m · k · n` that is inlined.
pub(super) const TINY: usize = 64;
/// The parts of a sum.
const PARTS: usize = 4;
/// The largest `m · k · n` for which a function of its own is worth it.
const SMALL: usize = 4096;

/// How a product is cut into tiles of one panel.
struct Cut<F, V>(PhantomData<(F, V)>);

impl<F: Fixed, V: Vector> Cut<F, V> {
    /// The registers of a row.
    const REGISTERS: usize = F::DIMS.2.div_ceil(V::LANES);
    /// The most rows of a tile.
    const MOST: usize = if Self::REGISTERS <= V::WIDE && Self::REGISTERS > 0 { V::ROWS[Self::REGISTERS] } else { 1 };
    /// The rows of a tile; at least one, also if there are none.
    const ROWS: usize = match F::DIMS.0 {
        0 => 1,
        m => m.div_ceil(m.div_ceil(Self::MOST)),
    };
    /// The rows of the last tile, if it has fewer.
    const REST: usize = F::DIMS.0 % Self::ROWS;
    /// Whether one panel is enough.
    const FITS: bool = Self::REGISTERS <= V::WIDE && F::DIMS.1 <= V::DEPTH;
}

/// `a · b` and what it starts with. What is to be added to is `F::ADD`; a row is written first where it cannot be in registers.
#[inline(always)]
pub(super) fn product<F: Fixed, T: Number>(a: View<T>, b: View<T>, out: &mut [T], start: Start<T>) {
    // Conditions are constants, so that nothing is compiled for a shape that is not used for it.
    if const { SMALL_CODE } {
        return loops::product(F::DIMS, a, b, out, start);
    }
    if const { work::<F>() <= TINY } {
        return tiny(F::DIMS, a, b, out, start);
    }
    if const { !cfg!(debug_assertions) && work::<F>() <= SMALL && F::DIMS.2 > 1 } {
        if const { size_of::<T>() == 4 } && is::<T, f32>() {
            start.begin(F::DIMS.2, out);
            let task = Small::<F, f32>(PhantomData);
            return level::run(task, a.cast().data, b.cast().data, bytemuck::cast_slice_mut(out));
        }
        if const { size_of::<T>() == 8 } && is::<T, f64>() {
            start.begin(F::DIMS.2, out);
            let task = Small::<F, f64>(PhantomData);
            return level::run(task, a.cast().data, b.cast().data, bytemuck::cast_slice_mut(out));
        }
    }
    products::product(F::DIMS, a, b, out, start);
}

/// What the sums of a form start with.
#[inline(always)]
pub(super) const fn start<'a, F: Fixed, T>() -> Start<'a, T> {
    if F::ADD { Start::There } else { Start::Zero }
}

/// The multiplications.
const fn work<F: Fixed>() -> usize {
    F::DIMS.0 * F::DIMS.1 * F::DIMS.2
}

/// The product where it is called.
///
/// Rows are summed side by side where they lie so, and a long sum of few columns in several parts, so that not all of it waits for the
/// term before.
#[inline(always)]
pub(super) fn tiny<T: Number>(
    (m, k, n): (usize, usize, usize),
    a: View<T>,
    b: View<T>,
    out: &mut [T],
    start: Start<T>,
) {
    let parts = if k >= 2 * PARTS && n <= 4 { PARTS } else { 1 };
    let b_at = |p: usize, j: usize| b.data[p * b.row + j * b.col];
    for i in 0..m {
        let x = |p: usize| a.data[i * a.row + p * a.col];
        let out = &mut out[i * n..][..n];
        if b.col != 1 {
            for (j, out) in out.iter_mut().enumerate() {
                let start = match start {
                    Start::Zero => T::ZERO,
                    Start::There => *out,
                    Start::Row(row) => row[j],
                };
                *out = (0..k).fold(start, |sum, p| x(p) * b_at(p, j) + sum);
            }
            continue;
        }
        let mut sums = [[T::ZERO; TINY]; PARTS];
        match start {
            Start::Zero => {}
            Start::There => sums[0][..n].copy_from_slice(out),
            Start::Row(row) => sums[0][..n].copy_from_slice(&row[..n]),
        }
        for p in 0..k {
            for (j, sum) in sums[p % parts][..n].iter_mut().enumerate() {
                *sum = x(p) * b_at(p, j) + *sum;
            }
        }
        for (j, out) in out.iter_mut().enumerate() {
            *out = if parts == 1 { sums[0][j] } else { (sums[0][j] + sums[1][j]) + (sums[2][j] + sums[3][j]) };
        }
    }
}

/// Registers that are full where larger ones would be half empty.
type Half<V> = <V as Vector>::Half;

/// A product for [`level::run`].
pub(super) struct Small<F, T>(pub(super) PhantomData<(F, T)>);

macro_rules! tasks {
    ($($t:ident $registers:ident)*) => {$(
        impl<F: Fixed> Task<&[$t], &[$t], &mut [$t]> for Small<F, $t> {
            type Output = ();
            #[inline(always)]
            unsafe fn run<L: Registers>(self, a: &[$t], b: &[$t], out: &mut [$t]) {
                let (a, b) = (View::fixed(a, F::A), View::fixed(b, F::B));
                if const { L::SPECIAL && F::DIMS.2 == Half::<L::$registers>::LANES && Cut::<F, Half<L::$registers>>::FITS } {
                    // SAFETY: the caller's; a processor has what is smaller.
                    unsafe { panel::<F, Half<L::$registers>>(a, b, out) }
                } else if const { L::SPECIAL && Cut::<F, L::$registers>::FITS } {
                    // SAFETY: the caller's.
                    unsafe { panel::<F, L::$registers>(a, b, out) }
                } else {
                    products::product(F::DIMS, a, b, out, start::<F, $t>());
                }
            }
        }
    )*};
}
tasks!(f32 Single f64 Double);

/// The product, tile by tile.
///
/// # Safety
/// The processor has such registers.
#[inline(always)]
unsafe fn panel<F: Fixed, V: Vector>(a: View<V::Number>, b: View<V::Number>, out: &mut [V::Number]) {
    let (m, k, n) = F::DIMS;
    let mut room = MaybeUninit::<V::Panel>::uninit();
    let data = if F::B.1 == 1 {
        b.data
    } else {
        // SAFETY: the registers are the caller's; the panel fits, and all of it is written.
        unsafe { packed::<V>(b, k, n, n, &mut room, false) }
    };
    let panel =
        Panel { data, pitch: if F::B.1 == 1 { F::B.0 } else { n }, depth: k, width: n, padded: n % V::LANES == 0 };
    macro_rules! tiles {
        ($at:expr, $rows:ident: $($nv:literal: $($r:literal)*;)*) => {$($(
            if const { Cut::<F, V>::REGISTERS == $nv && Cut::<F, V>::$rows == $r } {
                let i = $at;
                let target = &mut Target { data: &mut out[i * n..], pitch: n, start: start::<F, V::Number>() };
                // SAFETY: the caller's.
                unsafe { tile::<V, $r, $nv>(a.from(i, 0), panel, target, false) };
            }
        )*)*};
        ($at:expr, $rows:ident) => {
            tiles! {
                $at, $rows:
                1: 1 2 3 4 5 6 7 8;
                2: 1 2 3 4 5 6 7 8 9 10 11 12;
                3: 1 2 3 4 5 6 7 8;
                4: 1 2 3 4 5 6;
            }
        };
    }
    for i in 0..m / Cut::<F, V>::ROWS {
        tiles!(i * Cut::<F, V>::ROWS, ROWS);
    }
    tiles!(m - Cut::<F, V>::REST, REST);
}
