use cotangent::prelude::*;

#[differentiable]
fn cost(x: impl Real) -> f64 {
    x.to_f64() * 2.0
}

fn main() {}
