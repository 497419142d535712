use cotangent::prelude::*;

#[differentiable]
fn block<const B: usize, const I: usize, const H: usize>(x: &Matrix<f32, B, I>, w: &Matrix<f32, I, H>) -> Matrix<f32, B, I> {
    x + x.matmul(w).relu()
}

fn main() {}
