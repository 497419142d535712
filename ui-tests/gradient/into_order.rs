use cotangent::prelude::*;

#[differentiable]
fn loss(w: &Matrix<f64, 3, 2>, b: &Vector<f64, 2>, #[constant] x: &Matrix<f64, 8, 3>) -> f64 {
    (x.matmul(w) + b).sum()
}

fn main() {
    let (w, b, x) = (Matrix::ZEROS, Vector::ZEROS, Matrix::ZEROS);
    let mut tape = TapeBuffer::<{ loss::tape_words() }>::new();
    let mut dw = Matrix::<f64, 3, 2>::ZEROS;
    let mut db = Vector::<f64, 2>::ZEROS;
    loss::value_and_grad_into(&mut tape, &w, &b, &x, &mut db, &mut dw);
}
