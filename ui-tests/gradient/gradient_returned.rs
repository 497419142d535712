use cotangent::prelude::*;

#[differentiable]
fn loss<const I: usize, const O: usize>(w: &Matrix<f64, I, O>, #[constant] x: &Vector<f64, I>) -> f64 {
    x.matmul(w).square().sum()
}

fn slope<const I: usize, const O: usize>(w: &Matrix<f64, I, O>, x: &Vector<f64, I>) -> Matrix<f64, O, I> {
    loss::grad(w, x)
}

fn main() {}
