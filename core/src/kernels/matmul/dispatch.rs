//! Which tile fits the processor.
//!
//! The tile is generic code; wider registers come from compiling it once more under other target features, chosen at run time.
//! The fused variants agree with each other bit for bit, because every element is the same chain of operations in all
//! tiles; only whether products are rounded before they are added differs from the portable one.

use super::tile;
use super::{Number, View};

/// Sixteen 128-bit registers: twelve sums, two of `B`, one of `A`.
#[inline(never)]
fn portable<T: Number>(dims: (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T]) {
    tile::tiled::<T, 6, 8>(dims, a, b, out, |x, y, sum| x * y + sum);
}

/// `out += a · b` with the best tile at hand.
#[inline(never)]
pub(super) fn tiled<T: Number>(dims: (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T]) {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if x86::tiled(dims, a, b, out) {
        return;
    }
    portable(dims, a, b, out);
}

/// Tiles for x86-64 processors with fused multiply-add.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86 {
    use core::any::TypeId;
    use std::arch::is_x86_feature_detected;

    use super::super::{Number, View, tile};

    /// Whether the processor and the type have a tile here, and then `out += a · b`.
    pub(super) fn tiled<T: Number>(dims: (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T]) -> bool {
        if TypeId::of::<T>() == TypeId::of::<f32>() {
            single(dims, a.cast(), b.cast(), bytemuck::cast_slice_mut(out))
        } else if TypeId::of::<T>() == TypeId::of::<f64>() {
            double(dims, a.cast(), b.cast(), bytemuck::cast_slice_mut(out))
        } else {
            false
        }
    }

    macro_rules! tiles {
        ($best:ident $avx512:ident $avx2:ident: $t:ident, $wide:literal, $narrow:literal) => {
            fn $best(dims: (usize, usize, usize), a: View<$t>, b: View<$t>, out: &mut [$t]) -> bool {
                let fma = is_x86_feature_detected!("fma");
                if fma && is_x86_feature_detected!("avx512f") && dims.2 > $narrow {
                    // SAFETY: `$avx512` is safe code that asks for these two features only; both were just detected.
                    #[allow(unsafe_code)]
                    unsafe {
                        $avx512(dims, a, b, out);
                    }
                    true
                } else if fma && is_x86_feature_detected!("avx2") {
                    // SAFETY: `$avx2` is safe code that asks for these two features only; both were just detected.
                    #[allow(unsafe_code)]
                    unsafe {
                        $avx2(dims, a, b, out);
                    }
                    true
                } else {
                    false
                }
            }

            /// Thirty-two 512-bit registers: sixteen sums, two of `B`, one of `A`.
            #[target_feature(enable = "avx512f,fma")]
            fn $avx512(dims: (usize, usize, usize), a: View<$t>, b: View<$t>, out: &mut [$t]) {
                tile::tiled::<$t, 8, $wide>(dims, a, b, out, $t::mul_add);
            }

            /// Sixteen 256-bit registers: twelve sums, two of `B`, one of `A`.
            #[target_feature(enable = "avx2,fma")]
            fn $avx2(dims: (usize, usize, usize), a: View<$t>, b: View<$t>, out: &mut [$t]) {
                tile::tiled::<$t, 6, $narrow>(dims, a, b, out, $t::mul_add);
            }
        };
    }
    tiles!(single single_avx512 single_avx2: f32, 32, 16);
    tiles!(double double_avx512 double_avx2: f64, 16, 8);
}
