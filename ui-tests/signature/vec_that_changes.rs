use cotangent::prelude::*;

#[differentiable]
fn cost(mut x: Vec<f64>) -> f64 {
    x[0] *= 2.0;
    x[0] * x[1]
}

fn main() {}
