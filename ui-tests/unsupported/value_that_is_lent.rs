use cotangent::prelude::*;

#[differentiable]
fn grow(x: &mut f64, by: f64) {
    *x *= by;
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    grow(&mut (x * y), y);
    x * y
}

fn main() {}
