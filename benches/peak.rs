//! The most multiply-adds that one core can do: in registers, with nothing to load.

use std::hint::black_box;

use cotangent::prelude::*;
use pulp::{Arch, Simd, WithSimd};

/// Chains of multiply-adds: more than a processor has under way at once, and few enough for sixteen registers.
const CHAINS: usize = 12;
/// The links of each, in one call.
const LENGTH: usize = 512;

struct MultiplyAdd(f32, f32);

impl WithSimd for MultiplyAdd {
    /// The first lane, and how many there are.
    type Output = (f32, usize);

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> (f32, usize) {
        let (factor, summand) = (simd.splat_f32s(self.0), simd.splat_f32s(self.1));
        let mut chains = [summand; CHAINS];
        for _ in 0..LENGTH {
            for chain in &mut chains {
                *chain = simd.mul_add_f32s(*chain, factor, summand);
            }
        }
        let sum = chains.into_iter().reduce(|a, b| simd.add_f32s(a, b)).expect("chains");
        (simd.reduce_sum_f32s(sum), S::F32_LANES)
    }
}

/// Multiplies and adds `f32` as fast as this processor can: the additions and multiplications that were done.
#[must_use]
pub fn multiply_adds(arch: Arch) -> f64 {
    let (_, lanes) = black_box(arch.dispatch(MultiplyAdd(black_box(0.999), black_box(0.5))));
    f64::from_usize(2 * lanes * CHAINS * LENGTH)
}
