//! Times of the ways of one workload, in turn, of the processor.

use std::hint::black_box;
use std::time::Instant;

use cotangent_benches::workloads::Workload;
use cpu_time::ThreadTime;

/// A way to do a step.
pub type Way = fn(&mut dyn Workload) -> f64;

/// How many there are.
pub const COUNT: usize = 4;
/// By hand, generated, value only, by hand with the update in it.
pub const WAYS: [Way; COUNT] =
    [|w| w.by_hand(), |w| w.generated(), |w| w.primal(), |w| w.fused().unwrap_or_else(|| w.by_hand())];

/// So long that the clock does not count, so short that some rounds are not disturbed.
const ROUND: f64 = 200e-6;

/// Checks that the first values by hand and generated are the same.
pub fn check(name: &str, workload: &mut dyn Workload) {
    workload.reset();
    for step in 0..4 {
        let [hand, made] = [WAYS[0](workload), WAYS[1](workload)];
        assert!((hand - made).abs() < 1e-5 * hand.abs(), "{name}, step {step}: {hand} by hand, {made} generated");
    }
}

/// The best time of each, in nanoseconds.
pub fn times(workload: &mut dyn Workload, seconds: f64) -> [f64; COUNT] {
    let steps = WAYS.map(|way| steps_per_round(workload, way));
    let mut best = [f64::INFINITY; COUNT];
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds {
        for ((best, way), steps) in best.iter_mut().zip(WAYS).zip(steps) {
            *best = best.min(round(workload, way, steps) * 1e9 / f64::from(steps));
        }
    }
    best
}

/// So many that a round takes about [`ROUND`].
fn steps_per_round(workload: &mut dyn Workload, way: Way) -> u32 {
    let mut steps = 1;
    while round(workload, way, steps) < ROUND {
        steps *= 2;
    }
    steps
}

/// The time of so many steps from the first parameters. One step before them finds its memory.
fn round(workload: &mut dyn Workload, way: Way, steps: u32) -> f64 {
    workload.reset();
    black_box(way(workload));
    // Not the clock on the wall: it goes on while the thread waits for a processor.
    let start = ThreadTime::now();
    for _ in 0..steps {
        black_box(way(workload));
    }
    start.elapsed().as_secs_f64()
}
