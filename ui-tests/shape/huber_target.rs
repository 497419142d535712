use cotangent::prelude::*;

#[differentiable]
fn loss<const B: usize>(w: &Matrix<f64, 3, 2>, #[constant] x: &Matrix<f64, B, 3>, #[constant] y: &Matrix<f64, 2, B>) -> f64 {
    x.matmul(w).huber(y, 1.0)
}

fn main() {}
