//! What this processor can do, measured in the same process.

use std::fmt::{Display, Formatter, Result};
use std::hint::black_box;
use std::time::Instant;

use cotangent_benches::peak::multiply_adds;
use cotangent_benches::workloads::Work;
use pulp::Arch;

/// The speed of one core.
pub struct Limits {
    /// Additions and multiplications of `f32`, for each nanosecond.
    operations: f64,
    /// Bytes read or written, in the second cache, for each nanosecond.
    bytes: f64,
}

impl Limits {
    /// The best of many short runs.
    pub fn measure() -> Self {
        let arch = Arch::new();
        let mut operations = 0.0;
        let time = best(20_000, || operations = multiply_adds(arch));
        let (from, mut to) = (vec![1_u64; 1 << 16], vec![0_u64; 1 << 16]);
        let copy = best(2000, || black_box(&mut to).copy_from_slice(black_box(&from)));
        Self { operations: operations / time, bytes: f64::from(2 << 19) / copy }
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
