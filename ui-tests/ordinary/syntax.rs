use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let y = x * ;
    y
}

fn main() {}
