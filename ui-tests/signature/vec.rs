use cotangent::prelude::*;

#[differentiable]
fn cost(x: &Vec<f64>) -> f64 {
    x[0] * x[1]
}

fn main() {}
