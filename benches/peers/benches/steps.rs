//! `RAYON_NUM_THREADS=1 cargo bench --manifest-path benches/peers/Cargo.toml --bench steps`: the training steps T1 to T5 here, in candle,
//! burn, dfdx and shrew, in turn. Before, the first ten losses must be the same.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cotangent_benches::workloads::{ALL, Workload};
use cotangent_peers::steps::{FRAMEWORKS, Step};

/// How far apart losses may be: a sum of thousands of squares in `f32`.
const TOLERANCE: f64 = 1e-5;
const TOGETHER: Duration = Duration::from_secs(4);

fn main() {
    let run =
        || ALL.iter().filter(|(name, _)| name.starts_with('T')).for_each(|(name, new)| compare(name, &mut *new()));
    std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread").join().expect("no panic");
}

fn compare(name: &str, ours: &mut dyn Workload) {
    ours.reset();
    let losses: [f64; 10] = std::array::from_fn(|_| ours.generated());
    let peers: Vec<_> = FRAMEWORKS.into_iter().filter(|(_, new)| new(name).is_some()).collect();
    for (framework, new) in &peers {
        let mut step = new(name).expect("a step");
        for (i, ours) in losses.iter().enumerate() {
            let theirs = f64::from(step(true));
            assert!((ours - theirs).abs() < TOLERANCE, "{name}, update {i}: {ours} here, {theirs} in {framework}");
        }
    }
    let mut best = vec![f64::INFINITY; 1 + peers.len()];
    let start = Instant::now();
    while start.elapsed() < TOGETHER {
        ours.reset();
        best[0] = best[0].min(time(|| ours.generated()));
        for (best, (_, new)) in best[1..].iter_mut().zip(&peers) {
            let mut step: Step = new(name).expect("a step");
            *best = best.min(time(|| step(false)));
        }
    }
    println!("{name}: {:.2} µs", best[0]);
    for (time, (framework, _)) in best[1..].iter().zip(&peers) {
        println!("  {framework:<12} {time:>10.2} µs {:>7.1} times as long", time / best[0]);
    }
}

/// Microseconds of a step, after one that finds its memory: the best of a few short rounds.
fn time<R>(mut step: impl FnMut() -> R) -> f64 {
    black_box(step());
    let round = |_| {
        let (start, mut steps) = (Instant::now(), 0);
        while steps == 0 || start.elapsed() < Duration::from_micros(200) {
            black_box(step());
            steps += 1;
        }
        start.elapsed().as_secs_f64() * 1e6 / f64::from(steps)
    };
    (0..4).map(round).fold(f64::INFINITY, f64::min)
}
