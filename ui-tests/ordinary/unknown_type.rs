use cotangent::prelude::*;

#[differentiable]
fn cost(x: &Vektor<f64, 3>) -> f64 {
    x.sum()
}

fn main() {}
