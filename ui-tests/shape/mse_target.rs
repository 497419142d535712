use cotangent::prelude::*;

#[differentiable]
fn loss(prediction: &Matrix<f64, 32, 1>, #[constant] target: &Vector<f64, 32>) -> f64 {
    prediction.mse(target)
}

fn main() {}
