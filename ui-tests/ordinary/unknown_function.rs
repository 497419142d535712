use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    sqaure(x) + 1.0
}

fn main() {}
