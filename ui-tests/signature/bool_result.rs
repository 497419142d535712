use cotangent::prelude::*;

#[differentiable]
fn positive(x: f64) -> bool {
    x > 0.0
}

fn main() {}
