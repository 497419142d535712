use cotangent::prelude::*;

#[differentiable]
fn cost((a, ref b): (f64, f64)) -> f64 {
    a * b
}

fn main() {}
