use cotangent::prelude::*;

#[differentiable]
fn dense<const B: usize, const I: usize, const O: usize>(x: &Matrix<f32, B, I>, w: &Matrix<f32, O, I>) -> Matrix<f32, B, O> {
    x.matmul(w)
}

fn main() {}
