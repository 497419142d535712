use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64]) -> f64 {
    let rows: Vec<&[f64]> = x.chunks(2).rev().collect();
    rows[0][0] * rows[1][1]
}

fn main() {}
