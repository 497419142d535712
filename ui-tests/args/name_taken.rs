// errors: 3
use cotangent::prelude::*;

mod cost {}

#[differentiable]
fn cost(x: f64) -> f64 {
    x * x
}

fn main() {}
