use cotangent::prelude::*;

#[differentiable]
fn count(x: f64, n: usize) -> usize {
    assert!(x > 0.0);
    n + 1
}

fn main() {}
