use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, n: usize) -> f64 {
    let more = n > 1 || if x < 0.0 { return 0.0 } else { true };
    if more { x * x } else { x }
}

fn main() {}
