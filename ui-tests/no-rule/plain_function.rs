use cotangent::prelude::*;

fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn cost(x: f64) -> f64 {
    square(x) + 1.0
}

fn main() {}
