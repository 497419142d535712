use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    static FACTOR: f64 = 2.0;
    x * FACTOR
}

fn main() {}
