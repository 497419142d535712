// errors: 3
use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let y;
    if x > 0.0 {
        y = x * x;
    } else {
        y = x * 2.0;
    }
    y
}

fn main() {}
