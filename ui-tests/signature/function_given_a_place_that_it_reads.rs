use cotangent::prelude::*;

#[differentiable]
fn cost(f: impl Fn(&mut [f64; 2]) -> f64, x: f64) -> f64 {
    let mut y = [x, 1.0];
    f(&mut y) + y[0]
}

#[differentiable]
fn doubled(x: f64) -> f64 {
    cost(|y| 2.0 * y[0], x)
}

fn main() {}
