use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let square = |a: f64| a * a;
    square(x) + 1.0
}

fn main() {}
