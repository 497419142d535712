use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    f64::sin(x)
}

fn main() {}
