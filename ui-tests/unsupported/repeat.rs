use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let y = [x * x; 3];
    y[0] * y[1]
}

fn main() {}
