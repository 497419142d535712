use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) {
    let _y = x * x;
}

fn main() {}
