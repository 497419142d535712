use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    x.to_bits() as u32 as f64
}

fn main() {}
