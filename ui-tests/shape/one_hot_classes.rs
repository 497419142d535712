use cotangent::prelude::*;

#[differentiable]
fn loss<const B: usize>(logits: &Matrix<f32, B, 10>, labels: &[usize; B]) -> f32 {
    let targets = Matrix::<f32, B, 9>::one_hot(labels);
    logits.cross_entropy(&targets)
}

fn main() {}
