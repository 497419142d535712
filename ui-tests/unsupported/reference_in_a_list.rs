use cotangent::prelude::*;

#[differentiable]
fn cost(a: &[f64], b: &[f64]) -> f64 {
    let rows = vec![a, b];
    rows[0][0] * rows[1][1]
}

fn main() {}
