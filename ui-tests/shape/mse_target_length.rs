use cotangent::prelude::*;

#[differentiable]
fn loss(w: &Matrix<f64, 3, 2>, #[constant] x: &Matrix<f64, 8, 3>, #[constant] y: &Matrix<f64, 8, 3>) -> f64 {
    let prediction = x.matmul(w);
    prediction.mse(y)
}

fn main() {}
