#![deny(unused_variables)]

use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let y = x * 2.0;
    x * x
}

fn main() {}
