use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 4]) -> f64 {
    let part = x[1..3];
    part[0]
}

fn main() {}
