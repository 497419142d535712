//! What this processor can do, measured in the same process.

use std::fmt::{Display, Formatter, Result};
use std::hint::black_box;
use std::time::Instant;

use cotangent::prelude::*;
use cotangent_benches::workloads::Work;
use pulp::{Arch, Simd, WithSimd};

/// The speed of one core.
pub struct Limits {
    /// Additions and multiplications of `f32`, for each nanosecond.
    operations: f64,
    /// Bytes read or written, in the second cache, for each nanosecond.
    bytes: f64,
}

/// Chains of multiply-adds, more than the processor has under way at once.
const CHAINS: usize = 16;
const LENGTH: usize = 4096;

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

impl Limits {
    /// The best of many short runs.
    pub fn measure() -> Self {
        let arch = Arch::new();
        let mut lanes = 0;
        let flops = best(2000, || {
            (_, lanes) = black_box(arch.dispatch(MultiplyAdd(black_box(0.999), black_box(0.5))));
        });
        let (from, mut to) = (vec![1_u64; 1 << 16], vec![0_u64; 1 << 16]);
        let copy = best(2000, || black_box(&mut to).copy_from_slice(black_box(&from)));
        Self { operations: f64::from_usize(2 * lanes * CHAINS * LENGTH) / flops, bytes: f64::from(2 << 19) / copy }
    }

    /// Nanoseconds that cannot be beaten.
    pub fn least(&self, work: &Work) -> f64 {
        (work.operations * work.width / 4.0 / self.operations).max(work.traffic / self.bytes)
    }
}

impl Display for Limits {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(
            f,
            "one core: {:.1} GFLOP/s of `f32` in registers, half of it of `f64`; {:.1} GB/s by copying 512 KiB",
            self.operations, self.bytes
        )
    }
}

fn best(rounds: u32, mut run: impl FnMut()) -> f64 {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64() * 1e9
    };
    (0..rounds).map(time).fold(f64::INFINITY, f64::min)
}
