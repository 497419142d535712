use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Mlp {
    w1: Matrix<f32, 64, 32>,
    w2: Matrix<f32, 64, 10>,
}

#[differentiable]
fn logits<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f32, B, 64>) -> Matrix<f32, B, 10> {
    let h = x.matmul(&m.w1).relu();
    h.matmul(&m.w2)
}

fn main() {}
