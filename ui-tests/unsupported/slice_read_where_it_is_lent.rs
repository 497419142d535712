use cotangent::prelude::*;

#[differentiable]
fn total(x: &[f64]) -> f64 {
    x[0] + x[1]
}

#[differentiable]
fn cost(x: &mut [f64]) -> f64 {
    let before = total(x);
    x[0] *= before;
    before
}

fn main() {}
