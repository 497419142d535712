use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let boxed = Box::new(x);
    *boxed * x
}

fn main() {}
