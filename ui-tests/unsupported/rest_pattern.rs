use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 3]) -> f64 {
    let [first, ..] = x;
    first * 2.0
}

fn main() {}
