use cotangent::prelude::*;

#[differentiable]
fn cost<F: Fn(f64) -> f64>(x: f64, #[constant] f: &F) -> f64 {
    f(x) * 2.0
}

fn main() {}
