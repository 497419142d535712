use cotangent::prelude::*;

#[differentiable]
fn loss<const B: usize, const C: usize>(logits: &Matrix<f32, B, C>, labels: &[usize; C]) -> f32 {
    logits.softmax_cross_entropy(labels) * 2.0
}

fn main() {}
