use cotangent::prelude::*;

#[differentiable]
fn dense<const B: usize, const I: usize, const O: usize>(
    x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    b: &Vector<f32, I>,
) -> Matrix<f32, B, O> {
    x.linear(w, b)
}

fn main() {}
