use cotangent::prelude::*;

#[differentiable]
fn cost(#[constant] x: f64, n: usize) -> f64 {
    x * n as f64
}

fn main() {}
