use cotangent::prelude::*;

#[derive(Differentiable)]
struct Mlp<const H: usize> {
    w1: Matrix<f32, 64, H>,
    w2: Matrix<f32, H, 10>,
}

#[differentiable]
fn loss(m: &Mlp<32>, #[constant] x: &Matrix<f32, 16, 64>, labels: &[usize; 16]) -> f32 {
    x.matmul(&m.w1).relu().matmul(&m.w2).softmax_cross_entropy(labels)
}

fn main() {
    let model = Mlp::<48> { w1: Matrix::zeros(), w2: Matrix::zeros() };
    let _ = loss::grad(&model, &Matrix::zeros(), &[0; 16]);
}
