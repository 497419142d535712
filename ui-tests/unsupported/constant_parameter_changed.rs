use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, #[constant] scratch: &mut [f64; 2]) -> f64 {
    scratch[0] = x * x;
    scratch[0] * x
}

fn main() {}
