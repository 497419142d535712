use cotangent::prelude::*;

#[differentiable]
fn applied(f: impl Fn(f64, f64) -> f64, x: f64) -> f64 {
    f(x, x)
}

#[differentiable]
fn scaled(x: f64, #[constant] k: f64) -> f64 {
    k * x
}

#[differentiable]
fn cost(x: f64) -> f64 {
    applied(scaled, x)
}

fn main() {}
