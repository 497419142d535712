use cotangent::prelude::*;

#[differentiable]
fn cell<const B: usize, const I: usize, const H: usize>(
    h: &Matrix<f32, B, H>,
    x: &Matrix<f32, B, I>,
    wx: &Matrix<f32, I, H>,
    wh: &Matrix<f32, I, H>,
) -> Matrix<f32, B, H> {
    (x.matmul(wx) + h.matmul(wh)).tanh()
}

fn main() {}
