use cotangent::prelude::*;

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn cost(x: f64) -> f64 {
    twice(square, x)
}

fn main() {}
