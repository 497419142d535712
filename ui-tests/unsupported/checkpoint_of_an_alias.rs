use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, n: usize) -> f64 {
    let mut y = [x, x];
    let first = &mut y[0];
    #[checkpoint]
    for _ in 0..n {
        *first *= x;
    }
    y[0] * y[1]
}

fn main() {}
