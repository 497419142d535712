use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let y = vec![x, x * x];
    y[1]
}

fn main() {}
