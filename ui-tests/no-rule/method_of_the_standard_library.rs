use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    x.asinh() * 2.0
}

fn main() {}
