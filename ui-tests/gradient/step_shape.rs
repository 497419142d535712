use cotangent::prelude::*;

#[differentiable]
fn loss(w: &Matrix<f64, 3, 2>, b: &Vector<f64, 2>, #[constant] x: &Matrix<f64, 8, 3>) -> f64 {
    (x.matmul(w) + b).sum()
}

fn main() {
    let (w, mut b, x) = (Matrix::<f64, 3, 2>::ZEROS, Vector::ZEROS, Matrix::ZEROS);
    let (db, _dw) = loss::grad(&w, &b, &x);
    b -= db * 0.1;
}
