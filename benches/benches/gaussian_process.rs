//! `cargo bench -p cotangent-benches --bench gaussian_process`: the negative log likelihood of a Gaussian process on nalgebra's matrices,
//! with its gradient by the logarithms of variance, length and noise, and the numbers on the tape.
//!
//! Goal: value and gradient at most 3 times the value, at most 3 n² numbers. What is measured is the time of the processor: a call takes
//! longer than a program has the processor to itself.

#![expect(clippy::cast_precision_loss, reason = "sizes are small")]

use std::hint::black_box;

use cotangent::prelude::*;
use cpu_time::ThreadTime;
use nalgebra::{DMatrix, DVector};

#[differentiable]
fn likelihood(theta: &DVector<f64>, #[constant] x: &DMatrix<f64>, #[constant] y: &DVector<f64>) -> f64 {
    let n = y.len();
    let (variance, length, noise) = (theta[0].exp(), theta[1].exp(), theta[2].exp());
    let scale = -0.5 / (length * length);
    let mut k = DMatrix::from_fn(n, n, |i, j| {
        let d = (x.row(i) - x.row(j)).norm_squared();
        variance * (scale * d).exp()
    });
    for i in 0..n {
        k[(i, i)] += noise;
    }
    let factor = k.cholesky().expect("a positive definite matrix");
    0.5 * y.dot(&factor.solve(y)) + 0.5 * factor.ln_determinant()
}

/// Milliseconds for a call, the least of several.
fn time<Y>(mut call: impl FnMut() -> Y) -> f64 {
    let one = |_| {
        let begin = ThreadTime::now();
        black_box(call());
        begin.elapsed().as_secs_f64() * 1e3
    };
    (0..40).map(one).fold(f64::INFINITY, f64::min)
}

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    for n in [100, 400] {
        let x = DMatrix::from_fn(n, 2, |i, j| ((i * 37 + j * 11) % 97) as f64 / 20.0 + i as f64 / 1000.0);
        let y = DVector::from_fn(n, |i, _| (i as f64 / 10.0).sin());
        let theta = DVector::from_vec(vec![0.1, -0.2, -2.0]);
        let mut tape = GrowableTape::new();
        let value = time(|| likelihood(black_box(&theta), &x, &y));
        let gradient = time(|| likelihood::at(black_box(&theta), &x, &y).on(&mut tape).value_and_grad());
        let numbers = likelihood::at(&theta, &x, &y).tape_words() as f64 / (n * n) as f64;
        println!(
            "{n} points: value {value:.2} ms, value and gradient {gradient:.2} ms, {:.2} times as long, {numbers:.2} n² numbers on the tape",
            gradient / value
        );
    }
}
