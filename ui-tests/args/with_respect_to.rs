use cotangent::prelude::*;

#[differentiable(wrt(x))]
fn cost(x: f64, k: f64) -> f64 {
    x * k
}

fn main() {}
