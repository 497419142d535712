use cotangent::prelude::*;

#[differentiable]
#[differentiable]
fn cost(x: f64) -> f64 {
    x * x
}

fn main() {}
