use cotangent::prelude::*;

const TABLE: [f64; 4] = [1.0, 0.5, 0.25, 2.0];

#[differentiable]
fn polynomial(c: &[f64], x: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut sum = 0.0;
    let mut from = 0;
    while from < 3 {
        sum += polynomial(&TABLE[from..], x);
        from += 1;
    }
    sum
}

fn main() {}
