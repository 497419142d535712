use cotangent::prelude::*;

mod bf16 {
    pub fn abs(x: f64) -> f64 {
        x + 1.0
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    bf16::abs(x) * x
}

fn main() {}
