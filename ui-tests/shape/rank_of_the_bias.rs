use cotangent::prelude::*;

#[differentiable]
fn dense<const B: usize>(x: &Matrix<f32, B, 4>, w: &Matrix<f32, 4, 2>, b: &Matrix<f32, 1, 2>) -> Matrix<f32, B, 2> {
    x.matmul(w) + b
}

fn main() {}
