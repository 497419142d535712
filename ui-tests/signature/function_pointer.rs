use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, _f: fn(f64) -> f64) -> f64 {
    x * 2.0
}

fn main() {}
