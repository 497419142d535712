use cotangent::prelude::*;

#[differentiable]
fn cost(x: (f64, f64)) -> f64 {
    let (ref a, b) = x;
    *a * b
}

fn main() {}
