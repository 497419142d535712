use cotangent::prelude::*;

#[differentiable]
fn gram<const B: usize, const I: usize>(x: &Matrix<f64, B, I>) -> Matrix<f64, B, B> {
    x.transpose().matmul(x)
}

fn main() {}
