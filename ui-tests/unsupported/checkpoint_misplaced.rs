// errors: 5
use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, n: usize) -> f64 {
    let mut y = x;
    #[checkpoint(sometimes)]
    for _ in 0..n {
        y *= x;
    }
    #[checkpoint]
    while y > 1.0 {
        y *= 0.5;
    }
    #[checkpoint]
    #[checkpoint]
    for _ in 0..n {
        y *= x;
    }
    #[checkpoint]
    if n == 0 {
        y *= x;
    }
    #[checkpoint]
    let z = y * x;
    z
}

fn main() {}
