use cotangent::prelude::*;

#[differentiable]
fn dense<const B: usize>(x: &Matrix<f32, B, 64>, w: &Matrix<f32, 64, 10>) -> Matrix<f32, B, 10> {
    w.matmul(x)
}

fn main() {}
