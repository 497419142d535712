use cotangent::optim::Sgd;
use cotangent::prelude::*;

#[differentiable]
fn loss(w: &Matrix<f64, 3, 2>, b: &Vector<f64, 2>, #[constant] x: &Matrix<f64, 8, 3>) -> f64 {
    (x.matmul(w) + b).square().sum()
}

fn main() {
    let (mut w, b, x) = (Matrix::zeros(), Vector::zeros(), Matrix::zeros());
    let mut optimizer = Sgd::new(0.1);
    let gradients = loss::grad(&w, &b, &x);
    optimizer.step(&mut w, &gradients);
}
