// errors: 2
use cotangent::prelude::*;

#[differentiable]
fn grow(x: &mut f64, by: f64) -> f64 {
    *x *= by;
    *x * by
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    grow(&mut (x * y), y) * x
}

#[differentiable]
fn from_a_constant(x: f64) -> f64 {
    grow(&mut 2.0, x) * x
}

fn main() {}
