//! The registers of x86-64.

#[allow(clippy::wildcard_imports, reason = "two dozen instructions")]
use core::arch::x86_64::*;

use super::Vector;

/// The registers, with how many of them a tile is wide and a panel deep.
macro_rules! registers {
    ($($v:ident $t:ident $lanes:literal wide $wide:literal deep $deep:literal: $splat:ident $load:ident $first:ident $store:ident $store_first:ident $fma:ident $transpose:ident $step:literal;)*) => {$(
        impl Vector for $v {
            type Number = $t;
            const LANES: usize = $lanes;
            const WIDE: usize = $wide;
            const DEPTH: usize = $deep;
            type Panel = [[Self; $wide]; $deep];

            #[inline(always)]
            unsafe fn splat(x: $t) -> Self {
                // SAFETY: the caller's.
                unsafe { $splat(x) }
            }
            #[inline(always)]
            unsafe fn load(from: *const $t) -> Self {
                // SAFETY: the caller's.
                unsafe { $load(from) }
            }
            #[inline(always)]
            unsafe fn load_first(from: *const $t, count: usize) -> Self {
                // SAFETY: the caller's.
                unsafe { $first(from, count) }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $t) {
                // SAFETY: the caller's.
                unsafe { $store(to, self) }
            }
            #[inline(always)]
            unsafe fn store_first(self, to: *mut $t, count: usize) {
                // SAFETY: the caller's.
                unsafe { $store_first(to, count, self) }
            }
            const STEP: usize = $step;
            #[inline(always)]
            unsafe fn transpose(from: *const $t, pitch: usize, to: *mut $t, to_pitch: usize) {
                // SAFETY: the caller's.
                unsafe { $transpose(from, pitch, to, to_pitch) };
            }
            #[inline(always)]
            unsafe fn plus_product(self, x: Self, y: Self) -> Self {
                // SAFETY: the caller's.
                unsafe { $fma(x, y, self) }
            }
        }
    )*};
}
registers! {
    __m512 f32 16 wide 4 deep 128: _mm512_set1_ps _mm512_loadu_ps load_16 _mm512_storeu_ps store_16 _mm512_fmadd_ps lines_16 4;
    __m512d f64 8 wide 4 deep 128: _mm512_set1_pd _mm512_loadu_pd load_8_double _mm512_storeu_pd store_8_double _mm512_fmadd_pd lines_8_double 2;
    __m256 f32 8 wide 2 deep 256: _mm256_set1_ps _mm256_loadu_ps load_8 _mm256_storeu_ps store_8 _mm256_fmadd_ps lines_8 4;
    __m256d f64 4 wide 2 deep 256: _mm256_set1_pd _mm256_loadu_pd load_4_double _mm256_storeu_pd store_4_double _mm256_fmadd_pd lines_4_double 2;
}

/// Loads and stores of the first lanes of a register of 512 bits: they are masked by the bits of a whole number.
macro_rules! bits {
    ($($v:ident $t:ident $mask:ident: $load:ident $masked_load:ident $store:ident $masked_store:ident;)*) => {$(
        #[inline(always)]
        #[allow(clippy::cast_possible_truncation, reason = "one bit per lane")]
        unsafe fn $load(from: *const $t, count: usize) -> $v {
            // SAFETY: the caller's; lanes that are masked are not read.
            unsafe { $masked_load(((1_u32 << count) - 1) as $mask, from) }
        }
        #[inline(always)]
        #[allow(clippy::cast_possible_truncation, reason = "one bit per lane")]
        unsafe fn $store(to: *mut $t, count: usize, x: $v) {
            // SAFETY: the caller's; lanes that are masked are not written.
            unsafe { $masked_store(to, ((1_u32 << count) - 1) as $mask, x) }
        }
    )*};
}
bits! {
    __m512 f32 __mmask16: load_16 _mm512_maskz_loadu_ps store_16 _mm512_mask_storeu_ps;
    __m512d f64 __mmask8: load_8_double _mm512_maskz_loadu_pd store_8_double _mm512_mask_storeu_pd;
}

/// The same of a register of 256 bits: they are masked by the signs of another one.
macro_rules! signs {
    ($($v:ident $t:ident $mask:ident: $load:ident $masked_load:ident $store:ident $masked_store:ident;)*) => {$(
        #[inline(always)]
        unsafe fn $load(from: *const $t, count: usize) -> $v {
            // SAFETY: the caller's; lanes that are masked are not read.
            unsafe { $masked_load(from, $mask(count)) }
        }
        #[inline(always)]
        unsafe fn $store(to: *mut $t, count: usize, x: $v) {
            // SAFETY: the caller's; lanes that are masked are not written.
            unsafe { $masked_store(to, $mask(count), x) }
        }
    )*};
}
signs! {
    __m256 f32 first_of_8: load_8 _mm256_maskload_ps store_8 _mm256_maskstore_ps;
    __m256d f64 first_of_4: load_4_double _mm256_maskload_pd store_4_double _mm256_maskstore_pd;
}

/// Ones in the first `count` of so many lanes.
macro_rules! masks {
    ($($mask:ident $int:ident $lanes:literal;)*) => {$(
        #[inline(always)]
        unsafe fn $mask(count: usize) -> __m256i {
            static ONES: [$int; 2 * $lanes] = {
                let mut ones = [0; 2 * $lanes];
                let mut i = 0;
                while i < $lanes {
                    ones[i] = -1;
                    i += 1;
                }
                ones
            };
            let ones = &ONES[$lanes - count..][..$lanes];
            // SAFETY: the caller's, and the slice is one register long.
            unsafe { _mm256_loadu_si256(ones.as_ptr().cast()) }
        }
    )*};
}
masks! {
    first_of_8 i32 8;
    first_of_4 i64 4;
}

/// [`Vector::transpose`]: a register has lines that are four apart, 128 bits of each.
macro_rules! singles {
    ($($name:ident: $gather:ident $low:ident $high:ident $shuffle:ident $store:ident;)*) => {$(
        #[inline(always)]
        unsafe fn $name(from: *const f32, pitch: usize, to: *mut f32, to_pitch: usize) {
            // SAFETY: the caller's.
            unsafe {
                let [a, b, c, d] = [
                    $gather(from, 4 * pitch),
                    $gather(from.add(pitch), 4 * pitch),
                    $gather(from.add(2 * pitch), 4 * pitch),
                    $gather(from.add(3 * pitch), 4 * pitch),
                ];
                let (ab, cd) = ($low(a, b), $low(c, d));
                $store(to, $shuffle::<0x44>(ab, cd));
                $store(to.add(to_pitch), $shuffle::<0xEE>(ab, cd));
                let (ab, cd) = ($high(a, b), $high(c, d));
                $store(to.add(2 * to_pitch), $shuffle::<0x44>(ab, cd));
                $store(to.add(3 * to_pitch), $shuffle::<0xEE>(ab, cd));
            }
        }
    )*};
}
singles! {
    lines_16: four_singles _mm512_unpacklo_ps _mm512_unpackhi_ps _mm512_shuffle_ps _mm512_storeu_ps;
    lines_8: two_singles _mm256_unpacklo_ps _mm256_unpackhi_ps _mm256_shuffle_ps _mm256_storeu_ps;
}

/// [`Vector::transpose`]: a register has lines that are two apart, 128 bits of each.
macro_rules! doubles {
    ($($name:ident: $gather:ident $low:ident $high:ident $store:ident;)*) => {$(
        #[inline(always)]
        unsafe fn $name(from: *const f64, pitch: usize, to: *mut f64, to_pitch: usize) {
            // SAFETY: the caller's.
            unsafe {
                let (a, b) = ($gather(from, 2 * pitch), $gather(from.add(pitch), 2 * pitch));
                $store(to, $low(a, b));
                $store(to.add(to_pitch), $high(a, b));
            }
        }
    )*};
}
doubles! {
    lines_8_double: four_doubles _mm512_unpacklo_pd _mm512_unpackhi_pd _mm512_storeu_pd;
    lines_4_double: two_doubles _mm256_unpacklo_pd _mm256_unpackhi_pd _mm256_storeu_pd;
}

/// 128 bits from each of some lines.
macro_rules! gathers {
    ($($name:ident $t:ident $v:ident: $load:ident $cast:ident, $($insert:ident $i:literal)*;)*) => {$(
        #[inline(always)]
        unsafe fn $name(from: *const $t, pitch: usize) -> $v {
            // SAFETY: the caller's.
            unsafe {
                let lines = $cast($load(from));
                $(let lines = $insert::<$i>(lines, $load(from.add($i * pitch)));)*
                lines
            }
        }
    )*};
}
gathers! {
    four_singles f32 __m512: _mm_loadu_ps _mm512_castps128_ps512, _mm512_insertf32x4 1 _mm512_insertf32x4 2 _mm512_insertf32x4 3;
    two_singles f32 __m256: _mm_loadu_ps _mm256_castps128_ps256, _mm256_insertf128_ps 1;
    four_doubles f64 __m512d: _mm_loadu_pd _mm512_castpd128_pd512, _mm512_insertf64x2 1 _mm512_insertf64x2 2 _mm512_insertf64x2 3;
    two_doubles f64 __m256d: _mm_loadu_pd _mm256_castpd128_pd256, _mm256_insertf128_pd 1;
}
