use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 3]) -> f64 {
    let y = &x[1..3];
    y[0] * y[1]
}

fn main() {}
