use cotangent::prelude::*;

#[differentiable]
unsafe fn cost(x: f64) -> f64 {
    x * x
}

fn main() {}
