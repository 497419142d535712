use cotangent::prelude::*;

#[differentiable(mode = "reverse")]
fn cost(x: f64) -> f64 {
    x * x
}

fn main() {}
