//! Ratios of times, measured in turn so that a noisy machine disturbs all candidates alike.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Lets no other threads compute parts of large products: what is measured, and compared with the limit of one core, is one thread.
///
/// # Panics
/// If there is a pool of threads already.
pub fn one_thread() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("the first pool");
}

/// One candidate: its name, and a call to be timed.
pub type Candidate<'a> = (&'a str, Box<dyn FnMut() + 'a>);

/// A candidate whose result the compiler must not leave out.
pub fn candidate<'a, R>(name: &'a str, mut call: impl FnMut() -> R + 'a) -> Candidate<'a> {
    (
        name,
        Box::new(move || {
            black_box(call());
        }),
    )
}

/// Short, so that some rounds are not disturbed on a machine that has other work too.
const ROUND: Duration = Duration::from_micros(200);
/// Rounds of each candidate.
const ROUNDS: u32 = 1500;

/// Prints the best time of each candidate and its ratio to that of the first; returns the times in nanoseconds.
pub fn compare<const N: usize>(title: &str, mut candidates: [Candidate<'_>; N]) -> [f64; N] {
    println!("{title}");
    let calls = candidates.each_mut().map(|(_, call)| calls_per_round(call));
    let mut best = [f64::INFINITY; N];
    for _ in 0..ROUNDS {
        for (i, (_, call)) in candidates.iter_mut().enumerate() {
            let start = Instant::now();
            for _ in 0..calls[i] {
                call();
            }
            best[i] = best[i].min(start.elapsed().as_secs_f64() * 1e9 / f64::from(calls[i]));
        }
    }
    for ((name, _), time) in candidates.iter().zip(&best) {
        println!("  {name:<44} {time:>12.1} ns  {:>6.3}", time / best[0]);
    }
    best
}

/// So many that a round takes about [`ROUND`].
fn calls_per_round(call: &mut dyn FnMut()) -> u32 {
    let mut calls = 1;
    loop {
        let start = Instant::now();
        for _ in 0..calls {
            call();
        }
        if start.elapsed() > ROUND {
            return calls;
        }
        calls *= 2;
    }
}
