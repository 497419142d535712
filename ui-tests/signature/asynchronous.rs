use cotangent::prelude::*;

#[differentiable]
async fn cost(x: f64) -> f64 {
    x * x
}

fn main() {}
