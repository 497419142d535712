use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, n: usize) -> f64 {
    x * 2.0 + if n == 0 { return x } else { x * x }
}

fn main() {}
