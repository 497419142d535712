use cotangent::prelude::*;

#[differentiable]
fn gate(x: &Matrix<f64, 4, 8>, g: &Matrix<f64, 8, 4>) -> Matrix<f64, 4, 8> {
    x * g.sigmoid()
}

fn main() {}
