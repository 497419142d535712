use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 3], n: usize) -> f64 {
    let i = n + 1;
    x[i] * x[0]
}

fn main() {}
