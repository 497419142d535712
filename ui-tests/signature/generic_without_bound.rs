use cotangent::prelude::*;

#[differentiable]
fn first<T>(x: &[T; 2], y: f64) -> f64 {
    y * 2.0
}

fn main() {}
