//! The registers of x86-64.

#[allow(clippy::wildcard_imports, reason = "two dozen instructions")]
use core::arch::x86_64::*;
use core::array::from_fn;

use super::{Apart, Vector, copy_lines};

/// The registers, with how many of them a tile is wide and a panel deep.
macro_rules! registers {
    ($($v:ident $t:ident $features:literal $lanes:literal half $half:ident wide $wide:literal rows $rows:tt deep $deep:literal: $splat:ident $load:ident $first:ident $store:ident $store_first:ident $fma:ident $transpose:ident $lines:literal;)*) => {$(
        impl Vector for $v {
            type Number = $t;
            const LANES: usize = $lanes;
            type Half = $half;
            const WIDE: usize = $wide;
            const ROWS: [usize; 5] = $rows;
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
            #[inline(always)]
            unsafe fn apart<K: Apart<Self>>(task: K) {
                #[target_feature(enable = $features)]
                #[inline(never)]
                fn apart<K: Apart<$v>>(task: K) {
                    // SAFETY: this function is only called where these features are there.
                    unsafe { task.run() };
                }
                // SAFETY: the caller's.
                unsafe { apart(task) };
            }
            const LINES: usize = $lines;
            #[inline(always)]
            unsafe fn transpose(from: *const $t, pitch: usize, depth: usize, to: *mut $t, to_pitch: usize) {
                // SAFETY: the caller's.
                unsafe { $transpose(from, pitch, depth, to, to_pitch) };
            }
            #[inline(always)]
            fn prefetch(from: *const $t) {
                // SAFETY: whatever the address is, nothing is read.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) };
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
    __m512 f32 "avx512f,avx512vl,avx512bw,avx512dq,avx2,fma" 16 half __m256 wide 4 rows [0, 8, 12, 8, 6] deep 128: _mm512_set1_ps _mm512_loadu_ps load_16 _mm512_storeu_ps store_16 _mm512_fmadd_ps lines_16 16;
    __m512d f64 "avx512f,avx512vl,avx512bw,avx512dq,avx2,fma" 8 half __m256d wide 4 rows [0, 8, 12, 8, 6] deep 128: _mm512_set1_pd _mm512_loadu_pd load_8_double _mm512_storeu_pd store_8_double _mm512_fmadd_pd lines_8_double 8;
    __m256 f32 "avx2,fma" 8 half __m256 wide 2 rows [0, 8, 6, 0, 0] deep 256: _mm256_set1_ps _mm256_loadu_ps load_8 _mm256_storeu_ps store_8 _mm256_fmadd_ps lines_8 8;
    __m256d f64 "avx2,fma" 4 half __m256d wide 2 rows [0, 8, 6, 0, 0] deep 256: _mm256_set1_pd _mm256_loadu_pd load_4_double _mm256_storeu_pd store_4_double _mm256_fmadd_pd lines_4_double 4;
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

/// [`Vector::transpose`], some numbers of every line at once: a register has 128 bits of lines that are so many lines apart.
macro_rules! lines {
    ($($name:ident $t:ident lines $lines:literal by $step:literal: $gather:ident $columns:ident;)*) => {$(
        #[inline(always)]
        unsafe fn $name(from: *const $t, pitch: usize, depth: usize, to: *mut $t, to_pitch: usize) {
            // SAFETY: the caller's: there are so many lines, and rows.
            unsafe {
                for p in (0..depth / $step).map(|p| p * $step) {
                    let registers = from_fn::<_, $step, _>(|i| $gather(from.add(p + i * pitch), $step * pitch));
                    $columns(registers, to.add(p * to_pitch), to_pitch);
                }
                let (done, rest) = (depth / $step * $step, depth % $step);
                copy_lines::<_, $lines>(from.add(done), pitch, rest, to.add(done * to_pitch), to_pitch);
            }
        }
    )*};
}
lines! {
    lines_16 f32 lines 16 by 4: four_singles columns_16;
    lines_8 f32 lines 8 by 4: two_singles columns_8;
    lines_8_double f64 lines 8 by 2: four_doubles columns_8_double;
    lines_4_double f64 lines 4 by 2: two_doubles columns_4_double;
}

/// Writes registers of lines as columns.
macro_rules! singles {
    ($($name:ident $v:ident: $low:ident $high:ident $shuffle:ident $store:ident;)*) => {$(
        #[inline(always)]
        unsafe fn $name([a, b, c, d]: [$v; 4], to: *mut f32, pitch: usize) {
            // SAFETY: the caller's.
            unsafe {
                let (ab, cd) = ($low(a, b), $low(c, d));
                $store(to, $shuffle::<0x44>(ab, cd));
                $store(to.add(pitch), $shuffle::<0xEE>(ab, cd));
                let (ab, cd) = ($high(a, b), $high(c, d));
                $store(to.add(2 * pitch), $shuffle::<0x44>(ab, cd));
                $store(to.add(3 * pitch), $shuffle::<0xEE>(ab, cd));
            }
        }
    )*};
}
singles! {
    columns_16 __m512: _mm512_unpacklo_ps _mm512_unpackhi_ps _mm512_shuffle_ps _mm512_storeu_ps;
    columns_8 __m256: _mm256_unpacklo_ps _mm256_unpackhi_ps _mm256_shuffle_ps _mm256_storeu_ps;
}

/// The same.
macro_rules! doubles {
    ($($name:ident $v:ident: $low:ident $high:ident $store:ident;)*) => {$(
        #[inline(always)]
        unsafe fn $name([a, b]: [$v; 2], to: *mut f64, pitch: usize) {
            // SAFETY: the caller's.
            unsafe {
                $store(to, $low(a, b));
                $store(to.add(pitch), $high(a, b));
            }
        }
    )*};
}
doubles! {
    columns_8_double __m512d: _mm512_unpacklo_pd _mm512_unpackhi_pd _mm512_storeu_pd;
    columns_4_double __m256d: _mm256_unpacklo_pd _mm256_unpackhi_pd _mm256_storeu_pd;
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
