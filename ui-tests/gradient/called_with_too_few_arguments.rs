use cotangent::prelude::*;

#[differentiable]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiable]
fn slope(x: f64) -> f64 {
    let (by_x, by_y) = product::grad(x);
    by_x * by_y
}

fn main() {}
