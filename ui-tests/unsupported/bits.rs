use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, n: u32) -> f64 {
    let m = n & 3;
    x * f64::from(m)
}

fn main() {}
