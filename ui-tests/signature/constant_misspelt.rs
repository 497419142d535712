use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, #[constnat] k: f64) -> f64 {
    x * k
}

fn main() {}
