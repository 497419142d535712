use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut y = 1.0;
    let k = [0.5, 0.25][{
        y = x;
        1
    }];
    k * y
}

fn main() {}
