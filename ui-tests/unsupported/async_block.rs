use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let _later = async { x };
    x * x
}

fn main() {}
