use cotangent::prelude::*;

#[differentiable]
fn leaky(x: f64) -> f64 {
    if x { x * 1.0 } else { x * 0.1 }
}

fn main() {}
