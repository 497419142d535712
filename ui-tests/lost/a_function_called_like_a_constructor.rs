use cotangent::prelude::*;

#[allow(non_snake_case)]
#[differentiable]
fn N(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn cost(x: f64) -> f64 {
    N(x) * x
}

fn main() {}
