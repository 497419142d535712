//! How cost grows: time for each unit, and the exponent between the ends, against length, depth and batch.

use std::hint::black_box;
use std::time::Instant;

use cotangent::prelude::*;

#[differentiable]
fn softmax<const N: usize>(x: &Vector<f32, N>, #[constant] w: &Vector<f32, N>) -> f32 {
    (x.softmax::<0>() * w).sum()
}

#[differentiable]
fn largest<const N: usize>(x: &Vector<f32, N>) -> f32 {
    x.max()
}

#[differentiable]
fn stretched<const N: usize>(x: &Matrix<f32, N, 64>, b: &Vector<f32, 64>, #[constant] w: &Matrix<f32, N, 64>) -> f32 {
    ((x + b) * w).sum()
}

#[differentiable]
fn orbit(first: [f64; 2], steps: usize) -> f64 {
    let [mut x, mut v] = first;
    for _ in 0..steps {
        v -= 0.01 * x.sin();
        x += 0.01 * v;
    }
    x * v
}

#[differentiable]
fn classifier<const B: usize>(
    w: &Matrix<f32, 256, 64>,
    #[constant] x: &Matrix<f32, B, 256>,
    labels: &[usize; B],
) -> f32 {
    x.matmul(w).softmax_cross_entropy(labels)
}

/// Nanoseconds for a call, the best of many rounds.
fn time<R>(mut call: impl FnMut() -> R) -> f64 {
    let mut calls = 1_u32;
    let mut round = |calls: u32| {
        let start = Instant::now();
        (0..calls).for_each(|_| drop(black_box(call())));
        start.elapsed().as_secs_f64() * 1e9
    };
    while round(calls) < 100e3 {
        calls *= 2;
    }
    (0..200).map(|_| round(calls) / f64::from(calls)).fold(f64::INFINITY, f64::min)
}

fn fill<T: Real, S: Shape>(x: &mut Tensor<T, S>) {
    x.as_mut_slice().iter_mut().enumerate().for_each(|(i, x)| *x = T::from_usize(i * 37 % 101) / T::lit(50.0));
}

/// The exponent that fits best, in the least squares of logarithms.
fn exponent(points: &[(usize, f64)]) -> f64 {
    let logs: Vec<[f64; 2]> = points.iter().map(|(n, t)| [f64::from_usize(*n).ln(), t.ln()]).collect();
    let mean = |i: usize| logs.iter().map(|p| p[i]).sum::<f64>() / f64::from_usize(logs.len());
    let means = [mean(0), mean(1)];
    let product = |i: usize| logs.iter().map(|p| (p[0] - means[0]) * (p[i] - means[i])).sum::<f64>();
    product(1) / product(0)
}

fn show(what: &str, unit: &str, points: &[(usize, f64)]) {
    println!("{what}: time ~ n^{:.2}", exponent(points));
    for (n, time) in points {
        println!("  {n:>8} {time:>12.0} ns {:>10.3} ns for each {unit}", time / f64::from_usize(*n));
    }
}

fn softmax_at<const N: usize>() -> (usize, f64) {
    let (mut x, mut w, mut x_bar) = (Vector::<f32, N>::boxed_zeros(), Vector::boxed_zeros(), Vector::boxed_zeros());
    fill(&mut *x);
    fill(&mut *w);
    let mut tape = GrowableTape::new();
    (N, time(|| softmax::value_and_grad_into(&mut tape, &x, &w, &mut *x_bar)))
}

fn largest_at<const N: usize>() -> (usize, f64) {
    let (mut x, mut x_bar) = (Vector::<f32, N>::boxed_zeros(), Vector::boxed_zeros());
    fill(&mut *x);
    let mut tape = GrowableTape::new();
    (N, time(|| largest::value_and_grad_into(&mut tape, &x, &mut *x_bar)))
}

fn stretched_at<const N: usize>() -> (usize, f64) {
    let (mut x, mut w, mut x_bar) = (Matrix::<f32, N, 64>::boxed_zeros(), Matrix::boxed_zeros(), Matrix::boxed_zeros());
    fill(&mut *x);
    fill(&mut *w);
    let (b, mut b_bar) = (Vector::full(0.5), Vector::zeros());
    let mut tape = GrowableTape::new();
    (N, time(|| stretched::value_and_grad_into(&mut tape, &x, &b, &w, &mut *x_bar, &mut b_bar)))
}

fn orbit_at(steps: usize) -> (usize, f64) {
    let mut tape = GrowableTape::new();
    (steps, time(|| orbit::at(black_box([1.0, 0.0]), steps).on(&mut tape).value_and_grad()))
}

fn classifier_at<const B: usize>() -> (usize, f64) {
    let (mut w, mut x, mut w_bar) =
        (Matrix::boxed_zeros(), Matrix::<f32, B, 256>::boxed_zeros(), Matrix::boxed_zeros());
    fill(&mut *w);
    fill(&mut *x);
    let labels = std::array::from_fn(|i| i % 10);
    let mut tape = GrowableTape::new();
    (B, time(|| classifier::value_and_grad_into(&mut tape, &w, &x, &labels, &mut w_bar)))
}

/// A family of functions over their sizes.
macro_rules! at {
    ($f:ident: $($n:literal)*) => {
        &[$($f::<$n>()),*]
    };
}

/// Value and gradient, of all that grows.
pub fn print() {
    show("softmax, length n", "number", at!(softmax_at: 64 256 1024 4096 16384));
    show("maximum, length n", "number", at!(largest_at: 64 256 1024 4096 16384));
    show("a row of 64 added to n rows", "row", at!(stretched_at: 4 16 64 256 1024));
    show("a loop of n steps", "step", &[16, 64, 256, 1024, 4096, 16384].map(orbit_at));
    show("a classifier of 256 and 64 units, batch n", "sample", at!(classifier_at: 4 8 16 32 64 128));
}
