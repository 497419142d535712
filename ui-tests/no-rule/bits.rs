use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    f64::from(x.to_bits() as u32)
}

fn main() {}
