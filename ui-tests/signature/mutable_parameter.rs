#![allow(unused_mut)]

use cotangent::prelude::*;

#[differentiable]
fn cost(mut x: f64) -> f64 {
    x * 2.0
}

fn main() {}
