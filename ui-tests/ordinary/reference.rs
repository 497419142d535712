use cotangent::prelude::*;

#[differentiable]
fn square(x: &f64) -> f64 {
    x * x
}

#[differentiable]
fn cost(y: f64) -> f64 {
    square(y)
}

fn main() {}
