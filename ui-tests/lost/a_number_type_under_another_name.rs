#![allow(non_camel_case_types)]
use cotangent::prelude::*;

type f64 = f32;

#[differentiable]
fn cost(x: f64) -> f64 {
    let square = x * x;
    square * x
}

fn main() {}
