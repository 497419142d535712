use cotangent::prelude::*;

#[differentiable]
fn cost(f: impl Fn(f64, f64, f64, f64, f64) -> f64, x: f64) -> f64 {
    f(x, x, x, x, x)
}

fn main() {}
