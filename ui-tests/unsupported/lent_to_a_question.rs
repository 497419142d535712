use cotangent::prelude::*;

#[differentiable]
fn doubled(x: &mut f64) -> bool {
    *x *= 2.0;
    *x > 1.0
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut y = x * x;
    if doubled(&mut y) { y * x } else { y }
}

fn main() {}
