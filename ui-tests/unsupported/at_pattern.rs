use cotangent::prelude::*;

#[differentiable]
fn cost(x: (f64, f64)) -> f64 {
    let whole @ (a, b) = x;
    whole.0 * a * b
}

fn main() {}
