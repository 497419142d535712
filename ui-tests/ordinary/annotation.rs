use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let y: f32 = x * x;
    y as f64
}

fn main() {}
