use cotangent::prelude::*;

#[differentiable]
fn cost(x: &Vector<f64, 3>) -> f64 {
    x.squared().sum()
}

fn main() {}
