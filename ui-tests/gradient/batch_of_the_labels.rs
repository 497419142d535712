use cotangent::prelude::*;

#[differentiable]
fn loss<const B: usize>(w: &Matrix<f32, 64, 10>, #[constant] x: &Matrix<f32, B, 64>, labels: &[usize; B]) -> f32 {
    x.matmul(w).softmax_cross_entropy(labels)
}

fn main() {
    let (w, x, labels) = (Matrix::zeros(), Matrix::<f32, 32, 64>::zeros(), [0; 31]);
    let _ = loss::grad(&w, &x, &labels);
}
