use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64], k: f64) -> f64 {
    let part = if k > 0.5 { &x[..2] } else { x };
    part.iter().map(|v| v * k).sum()
}

fn main() {}
