use cotangent::prelude::*;

#[differentiable]
fn logits(x: &Batch<f32, 784>, w: &Matrix<f32, 783, 10>) -> Batch<f32, 10> {
    x.matmul(w)
}

fn main() {}
