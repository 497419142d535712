use cotangent::prelude::*;

#[differentiable]
fn hidden<const B: usize, const I: usize, const H: usize, const O: usize>(
    x: &Matrix<f32, B, H>,
    w: &Matrix<f32, I, O>,
) -> Matrix<f32, B, O> {
    x.matmul(w).relu()
}

fn main() {}
