use cotangent::prelude::*;

fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn cost(x: f64) -> f64 {
    apply(|a| a * x, x)
}

fn main() {}
