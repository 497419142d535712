use cotangent::prelude::*;

#[differentiable]
fn loss(w: &Matrix<f64, 3, 2>, #[constant] x: &Matrix<f64, 8, 3>) -> f64 {
    x.matmul(w).sum()
}

fn main() {
    let (w, x) = (Matrix::ZEROS, Matrix::ZEROS);
    let mut tape = TapeBuffer::<{ loss::tape_words() }>::new();
    let mut dw = Matrix::<f64, 2, 3>::ZEROS;
    loss::value_and_grad_into(&mut tape, &w, &x, &mut dw);
}
