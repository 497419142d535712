use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, n: usize) -> f64 {
    match n {
        0 => x * 2.0,
        _ => x * x,
    }
}

fn main() {}
