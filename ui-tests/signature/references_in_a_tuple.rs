use cotangent::prelude::*;

#[differentiable]
fn dot((a, b): (&[f64; 2], &[f64; 2])) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn main() {}
