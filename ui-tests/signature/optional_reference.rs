use cotangent::prelude::*;

#[differentiable]
fn weighted(x: &[f64], weights: Option<&[f64]>) -> f64 {
    match weights {
        Some(weights) => x[0] * weights[0],
        None => x[0],
    }
}

fn main() {}
