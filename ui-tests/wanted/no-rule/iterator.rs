use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 3]) -> f64 {
    x.iter().sum::<f64>() + 1.0
}

fn main() {}
