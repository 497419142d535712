use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, k: f64) -> f64 {
    let n = x as usize;
    k * n as f64
}

fn main() {}
