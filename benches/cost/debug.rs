//! A program that `cost` compiles without optimisation: how long gradients take, in their values.

use std::hint::black_box;
use std::time::Instant;

use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Network {
    w1: Matrix<f32, 64, 32>,
    b1: Vector<f32, 32>,
    w2: Matrix<f32, 32, 10>,
    b2: Vector<f32, 10>,
}

#[differentiable]
fn network(m: &Network, #[constant] x: &Matrix<f32, 16, 64>, labels: &[usize; 16]) -> f32 {
    let h = (x.matmul(&m.w1) + &m.b1).relu();
    (h.matmul(&m.w2) + &m.b2).softmax_cross_entropy(labels)
}

#[differentiable]
fn ten_lines(x: f64, y: f64, w: &[f64; 100]) -> f64 {
    let mut s = 0.0;
    let mut p = x;
    for i in 0..100 {
        let a = p * w[i] + y;
        let b = (a * w[i]).sin();
        let c = b * b + x;
        if c > 1.0 {
            p = c / (1.0 + a * a);
        } else {
            p = c * 0.9;
        }
        s += p * b;
    }
    s
}

/// Seconds of the best of many runs.
fn best<R>(run: impl Fn() -> R) -> f64 {
    let time = |_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed().as_secs_f64()
    };
    (0..1000).map(time).fold(f64::INFINITY, f64::min)
}

fn main() {
    let m = Network { w1: Matrix::full(0.1), b1: Vector::zeros(), w2: Matrix::full(0.2), b2: Vector::zeros() };
    let (x, labels) = (Matrix::full(0.3), [3; 16]);
    let w: [f64; 100] = std::array::from_fn(|i| [0.3, -0.7, 0.9, 0.1][i % 4]);
    let row = |what: &str, value: f64, gradient: f64| {
        println!("| debug build, gradient / value, {what} | {:.1} |", gradient / value)
    };
    row(
        "a network",
        best(|| network(black_box(&m), &x, &labels)),
        best(|| network::value_and_grad(black_box(&m), &x, &labels)),
    );
    row(
        "a loop of ten lines",
        best(|| ten_lines(black_box(0.3), 0.4, &w)),
        best(|| ten_lines::value_and_grad(black_box(0.3), 0.4, &w)),
    );
}
