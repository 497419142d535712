use cotangent::prelude::*;

#[differentiable]
fn relu(x: f64) -> f64 {
    if x > 0.0 { x * 1.0 }
}

fn main() {}
