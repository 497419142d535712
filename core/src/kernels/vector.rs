//! A register full of numbers.
//!
//! Products of matrices are written over [`Vector`], because whether the sums of a tile are in registers must not be up to the
//! optimizer. Everything else is plain loops.

#![allow(unsafe_code, reason = "instructions by name")]

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
    #[inline(always)]
    unsafe fn plus_product(self, x: Self, y: Self) -> Self {
        let mut sums = self.0;
        for ((sum, x), y) in sums.iter_mut().zip(x.0).zip(y.0) {
            *sum = x * y + *sum;
        }
        Plain(sums)
    }
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86 {
    #[allow(clippy::wildcard_imports, reason = "two dozen instructions")]
    use core::arch::x86_64::*;

    use super::Vector;

    /// Registers whose lanes are masked by the bits of a whole number.
    macro_rules! bits {
        ($($v:ident $t:ident $lanes:literal $mask:ty: $splat:ident $load:ident $first:ident $store:ident $store_first:ident $fma:ident;)*) => {$(
            impl Vector for $v {
                type Number = $t;
                const LANES: usize = $lanes;
                const WIDE: usize = 4;
                const DEPTH: usize = 128;
                type Panel = [[Self; 4]; 128];

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
                #[allow(clippy::cast_possible_truncation, reason = "one bit per lane")]
                unsafe fn load_first(from: *const $t, count: usize) -> Self {
                    // SAFETY: the caller's; lanes that are masked are not read.
                    unsafe { $first(((1_u32 << count) - 1) as $mask, from) }
                }
                #[inline(always)]
                unsafe fn store(self, to: *mut $t) {
                    // SAFETY: the caller's.
                    unsafe { $store(to, self) }
                }
                #[inline(always)]
                #[allow(clippy::cast_possible_truncation, reason = "one bit per lane")]
                unsafe fn store_first(self, to: *mut $t, count: usize) {
                    // SAFETY: the caller's; lanes that are masked are not written.
                    unsafe { $store_first(to, ((1_u32 << count) - 1) as $mask, self) }
                }
                #[inline(always)]
                unsafe fn plus_product(self, x: Self, y: Self) -> Self {
                    // SAFETY: the caller's.
                    unsafe { $fma(x, y, self) }
                }
            }
        )*};
    }
    bits! {
        __m512 f32 16 __mmask16: _mm512_set1_ps _mm512_loadu_ps _mm512_maskz_loadu_ps _mm512_storeu_ps _mm512_mask_storeu_ps _mm512_fmadd_ps;
        __m512d f64 8 __mmask8: _mm512_set1_pd _mm512_loadu_pd _mm512_maskz_loadu_pd _mm512_storeu_pd _mm512_mask_storeu_pd _mm512_fmadd_pd;
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

    /// Registers whose lanes are masked by the signs of another one.
    macro_rules! signs {
        ($($v:ident $t:ident $lanes:literal $mask:ident: $splat:ident $load:ident $first:ident $store:ident $store_first:ident $fma:ident;)*) => {$(
            impl Vector for $v {
                type Number = $t;
                const LANES: usize = $lanes;
                const WIDE: usize = 2;
                const DEPTH: usize = 256;
                type Panel = [[Self; 2]; 256];

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
                    // SAFETY: the caller's; lanes that are masked are not read.
                    unsafe { $first(from, $mask(count)) }
                }
                #[inline(always)]
                unsafe fn store(self, to: *mut $t) {
                    // SAFETY: the caller's.
                    unsafe { $store(to, self) }
                }
                #[inline(always)]
                unsafe fn store_first(self, to: *mut $t, count: usize) {
                    // SAFETY: the caller's; lanes that are masked are not written.
                    unsafe { $store_first(to, $mask(count), self) }
                }
                #[inline(always)]
                unsafe fn plus_product(self, x: Self, y: Self) -> Self {
                    // SAFETY: the caller's.
                    unsafe { $fma(x, y, self) }
                }
            }
        )*};
    }
    signs! {
        __m256 f32 8 first_of_8: _mm256_set1_ps _mm256_loadu_ps _mm256_maskload_ps _mm256_storeu_ps _mm256_maskstore_ps _mm256_fmadd_ps;
        __m256d f64 4 first_of_4: _mm256_set1_pd _mm256_loadu_pd _mm256_maskload_pd _mm256_storeu_pd _mm256_maskstore_pd _mm256_fmadd_pd;
    }
}
