use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y * y);
    [a, b] = [b, a];
    a - b
}

fn main() {}
