use cotangent::prelude::*;

#[differentiable]
fn cost(ref x: f64) -> f64 {
    x * x
}

fn main() {}
