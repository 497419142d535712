use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let a = [x, 2.0];
    *a.first().unwrap() * x
}

fn main() {}
