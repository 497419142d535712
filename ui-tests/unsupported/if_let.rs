use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, #[constant] k: Option<f64>) -> f64 {
    if let Some(k) = k { x * k } else { x * 1.0 }
}

fn main() {}
