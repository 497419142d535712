use cotangent::prelude::*;

#[differentiable]
fn loss(logits: &Matrix<f32, 32, 10>, labels: &[usize; 10]) -> f32 {
    logits.log_softmax::<-1>().nll(labels)
}

fn main() {}
