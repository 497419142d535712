use cotangent::prelude::*;

#[differentiable]
fn policy<const B: usize>(logits: &Matrix<f32, B, 4>) -> Matrix<f32, B, 4> {
    logits.softmax::<2>()
}

fn main() {}
