// errors: 2
use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut y = x * x;
    y = y * x;
    y
}

fn main() {}
