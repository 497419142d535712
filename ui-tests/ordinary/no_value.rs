use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    x * x;
}

fn main() {}
