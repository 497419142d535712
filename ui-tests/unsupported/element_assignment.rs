// errors: 2
use cotangent::prelude::*;

#[differentiable]
fn cost(mut x: [f64; 3]) -> f64 {
    x[0] = x[1] * x[2];
    x[0] + x[1]
}

fn main() {}
