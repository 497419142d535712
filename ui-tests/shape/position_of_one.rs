use cotangent::prelude::*;

#[differentiable]
fn corner(x: &Matrix<f64, 4, 6>) -> f64 {
    x[[0]] * 2.0
}

fn main() {}
