use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> Option<f64> {
    Some(x * x)
}

fn main() {}
