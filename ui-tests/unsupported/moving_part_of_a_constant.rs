use cotangent::prelude::*;

#[differentiable]
fn polynomial(c: &[f64], x: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

fn coefficients() -> Vec<f64> {
    vec![1.0, 0.5, 0.25, 2.0]
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let table = coefficients();
    let mut sum = 0.0;
    let mut from = 0;
    while from < 3 {
        sum += polynomial(&table[from..], x);
        from += 2;
    }
    sum
}

fn main() {}
