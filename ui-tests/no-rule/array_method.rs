use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 3]) -> f64 {
    let y = x.repeat(2);
    y[0] + 1.0
}

fn main() {}
