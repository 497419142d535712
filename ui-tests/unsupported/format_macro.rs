use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    x * format!("{x}").len() as f64
}

fn main() {}
