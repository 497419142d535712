// errors: 2
use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, k: f32) -> f64 {
    x * k
}

fn main() {}
