//! `cargo bench -p cotangent-benches --bench math`: `cotangent::math` against the platform's functions, in a loop over numbers, and
//! what it makes of a likelihood (workload S2). With `RUSTFLAGS="-C target-cpu=native"` the vectors are as wide as the machine's.

use std::array::from_fn;
use std::hint::black_box;

use cotangent::math;
use cotangent::prelude::*;
use cotangent_benches::Numbers;
use cotangent_benches::timing::{Candidate, compare};

/// Few enough for the first cache.
const LENGTH: usize = 1024;

/// `f` of every number. A function of its own for each `f`, as in a program.
#[inline(never)]
fn each<T: Copy>(x: &[T], y: &mut [T], f: impl Fn(T) -> T) {
    for (y, x) in y.iter_mut().zip(x) {
        *y = f(*x);
    }
}

/// The times per number, of the platform's function first.
macro_rules! against_std {
    ($t:ident, $from:literal to $to:literal: $($name:ident $standard:expr;)*) => {$({
        let mut numbers = Numbers::new(1);
        #[allow(clippy::cast_possible_truncation, clippy::cast_lossless, reason = "data")]
        let x: Vec<$t> = (0..LENGTH)
            .map(|_| ($from + (numbers.number() + 1.0) / 2.0 * ($to - $from)) as $t)
            .collect();
        let (mut first, mut second) = (vec![0.0; LENGTH], vec![0.0; LENGTH]);
        let times = compare(
            concat!(stringify!($name), " of 1024 numbers, ", stringify!($t)),
            [
                ("std", Box::new(|| each(&x, black_box(&mut first), $standard))),
                ("cotangent::math", Box::new(|| each(&x, black_box(&mut second), math::$name))),
            ],
        );
        let [standard, fast] = times.map(|time| time / 1024.0);
        println!("  {standard:.2} and {fast:.2} ns for each");
    })*};
}

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    against_std! { f64, -5.0 to 5.0:
        exp f64::exp; exp_m1 f64::exp_m1; tanh f64::tanh; sin f64::sin; cos f64::cos;
        erf Real::erf; erfc Real::erfc; sigmoid |x: f64| 1.0 / (1.0 + (-x).exp());
    }
    against_std! { f64, 0.01 to 10.0:
        ln f64::ln; ln_1p f64::ln_1p; log2 f64::log2; log10 f64::log10;
    }
    against_std! { f32, -5.0 to 5.0:
        exp f32::exp; exp_m1 f32::exp_m1; tanh f32::tanh; sin f32::sin; cos f32::cos;
        erf Real::erf; erfc Real::erfc; sigmoid |x: f32| 1.0 / (1.0 + (-x).exp());
    }
    against_std! { f32, 0.01 to 10.0:
        ln f32::ln; ln_1p f32::ln_1p; log2 f32::log2; log10 f32::log10;
    }
    elements();
    likelihood();
}

/// A number for each number.
macro_rules! decay {
    ($name:ident, $($option:ident)?) => {
        #[differentiable($($option)?)]
        fn $name(x: &[f64; LENGTH], rate: f64) -> [f64; LENGTH] {
            let mut y = [0.0; LENGTH];
            for i in 0..LENGTH {
                y[i] = (rate * x[i]).exp();
            }
            y
        }
    };
}
decay!(plain_decay,);
decay!(fast_decay, fast_math);

fn elements() {
    let mut numbers = Numbers::new(3);
    let x: [f64; LENGTH] = from_fn(|_| numbers.number());
    let mut tape = TapeBuffer::<{ plain_decay::tape_words() }>::new();
    let mut other = TapeBuffer::<{ fast_decay::tape_words() }>::new();
    let (mut x_bar, mut rate_bar) = ([0.0; LENGTH], 0.0);
    let (mut x_bar2, mut rate_bar2) = ([0.0; LENGTH], 0.0);
    let candidates: [Candidate<'_>; 4] = [
        ("primal", Box::new(|| keep(plain_decay(black_box(&x), 0.5)))),
        ("primal, fast_math", Box::new(|| keep(fast_decay(black_box(&x), 0.5)))),
        (
            "value and cotangents",
            Box::new(|| {
                keep(plain_decay::at(black_box(&x), 0.5).on(&mut tape).vjp_into(x, (&mut x_bar, &mut rate_bar)));
            }),
        ),
        (
            "value and cotangents, fast_math",
            Box::new(|| {
                keep(fast_decay::at(black_box(&x), 0.5).on(&mut other).vjp_into(x, (&mut x_bar2, &mut rate_bar2)));
            }),
        ),
    ];
    compare("exp of each of 1024 numbers, in a loop, f64", candidates);
}

const POINTS: usize = 1000;
const K: usize = 10;
const D: usize = 8;

/// The log likelihood of a mixture of Gaussians. The components are the innermost loops, because they are what is computed alike.
macro_rules! likelihood {
    ($name:ident, $($option:ident)?) => {
        #[differentiable($($option)?)]
        fn $name(
            alpha: &[f64; K],
            mu: &[[f64; K]; D],
            q: &[[f64; K]; D],
            #[constant] points: &[[f64; D]],
        ) -> f64 {
            let mut scale = [[0.0; K]; D];
            let mut weight = *alpha;
            for d in 0..D {
                for k in 0..K {
                    scale[d][k] = q[d][k].exp();
                    weight[k] += q[d][k];
                }
            }
            let mut total = 0.0;
            for x in points {
                let mut sums = [0.0; K];
                for d in 0..D {
                    for k in 0..K {
                        let z = (x[d] - mu[d][k]) * scale[d][k];
                        sums[k] += z * z;
                    }
                }
                let mut v = [0.0; K];
                for k in 0..K {
                    v[k] = weight[k] - 0.5 * sums[k];
                }
                let max = stop_gradient(v.iter().copied().fold(f64::NEG_INFINITY, f64::max));
                let mut e = [0.0; K];
                for k in 0..K {
                    e[k] = (v[k] - max).exp();
                }
                let mut sum = 0.0;
                for e in &e {
                    sum += e;
                }
                total += max + sum.ln();
            }
            total
        }
    };
}
likelihood!(plain,);
likelihood!(fast, fast_math);

/// Computed, whatever it is for.
fn keep<R>(result: R) {
    let _ = black_box(result);
}

fn likelihood() {
    let mut numbers = Numbers::new(2);
    let alpha: [f64; K] = from_fn(|_| numbers.number());
    let [mu, q]: [[[f64; K]; D]; 2] = from_fn(|i| from_fn(|_| from_fn(|_| numbers.number() * [2.0, 0.5][i])));
    let points: Vec<[f64; D]> = (0..POINTS).map(|_| from_fn(|_| 2.0 * numbers.number())).collect();
    let candidates: [Candidate<'_>; 4] = [
        ("primal", Box::new(|| keep(plain(&alpha, &mu, &q, &points)))),
        ("primal, fast_math", Box::new(|| keep(fast(&alpha, &mu, &q, &points)))),
        ("value and gradient", Box::new(|| keep(plain::value_and_grad(&alpha, &mu, &q, &points)))),
        ("value and gradient, fast_math", Box::new(|| keep(fast::value_and_grad(&alpha, &mu, &q, &points)))),
    ];
    compare("likelihood of 1000 points, 10 components in 8 dimensions", candidates);
}
