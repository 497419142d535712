use cotangent::prelude::*;

#[differentiable]
fn loss(w: &Matrix<f64, 3, 2>, #[constant] x: &Matrix<f64, 8, 3>) -> f64 {
    x.matmul(w).sum()
}

fn main() {
    let w = Matrix::<f64, 3, 2>::ZEROS;
    let x = Matrix::<f64, 8, 4>::ZEROS;
    let _ = loss::value_and_grad(&w, &x);
}
