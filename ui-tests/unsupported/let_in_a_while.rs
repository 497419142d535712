use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut y = x;
    let mut left = Some(x);
    while let Some(z) = left {
        y *= z;
        left = None;
    }
    y
}

fn main() {}
