use cotangent::prelude::*;

fn is_inside(x: f64) -> bool {
    x.abs() < 1.0
}

#[differentiable]
fn cost(x: f64) -> f64 {
    if is_inside(x) { x * x } else { x }
}

fn main() {}
