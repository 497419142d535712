use cotangent::prelude::*;

#[differentiable]
fn logits(x: &Matrix<f32, 32, 784>, w: &Matrix<f32, 783, 10>) -> Matrix<f32, 32, 10> {
    x.matmul(w)
}

fn main() {}
