use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, #[constant] f: fn(f64) -> f64) -> f64 {
    f(x) * 2.0
}

fn main() {}
