use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> impl Into<f64> {
    x * x
}

fn main() {}
