// errors: 3
use cotangent::prelude::*;

#[differentiable]
fn norm(x: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    sum += x[0] * x[0];
    sum += x[1] * x[1];
    sum
}

fn main() {}
