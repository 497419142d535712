use cotangent::prelude::*;

#[differentiable]
fn cost(x: &mut f64) -> f64 {
    *x * 2.0
}

fn main() {}
