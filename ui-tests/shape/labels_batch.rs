use cotangent::prelude::*;

#[differentiable]
fn loss(logits: &Matrix<f32, 32, 10>, labels: &[usize; 31]) -> f32 {
    logits.softmax_cross_entropy(labels)
}

fn main() {}
