use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, n: usize) -> f64 {
    x.sin() * n
}

fn main() {}
