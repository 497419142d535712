use cotangent::prelude::*;

#[differentiable]
fn classify<const B: usize>(images: &Tensor3<f32, B, 8, 8>, w: &Matrix<f32, 64, 10>) -> Matrix<f32, B, 10> {
    images.matmul(w)
}

fn main() {}
