use cotangent::prelude::*;

#[differentiable]
fn first<const N: usize>(x: &[f64; N + 1]) -> f64 {
    x[0] * x[0]
}

fn main() {}
