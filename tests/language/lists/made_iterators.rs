//! Iterators by functions and variants: `std::iter::zip`, `Some(x)`.

#![allow(for_loops_over_fallibles, reason = "people write it")]

use cotangent::prelude::*;

#[differentiable]
fn product(x: &[f64], y: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in std::iter::zip(x, y) {
        sum += a * b;
    }
    sum * std::iter::zip(x, &x[1..]).map(|(a, b)| a - b).fold(1.0, |all, d| all * d)
}

#[differentiable]
fn closed(v: &[f64], last: f64) -> f64 {
    v.iter().copied().chain(Some(last)).map(|a| a * a).sum()
}

#[differentiable]
fn once(x: f64) -> f64 {
    let mut sum = 0.0;
    for a in Some(x * x) {
        sum += a;
    }
    sum
}

#[test]
fn gradients_agree_with_differences() {
    product::at(&[1.0, 2.0, 0.5], &[3.0, 2.0, -1.0]).check().unwrap();
    closed::at(&[1.5, 2.0, 3.0], 0.4).check().unwrap();
    once::at(2.0).check().unwrap();
    once::at(2.0).check_hvp().unwrap();
}
