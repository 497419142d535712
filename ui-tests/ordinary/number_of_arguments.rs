use cotangent::prelude::*;

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    square(x, y)
}

fn main() {}
