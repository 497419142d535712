use cotangent::prelude::*;

#[differentiable]
fn repeated(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let mut y = x;
    #[checkpoint]
    for _ in 0..10 {
        y = f(y);
    }
    y
}

fn main() {}
