use cotangent::prelude::*;

#[differentiable]
fn dense<const B: usize, const I: usize, const O: usize>(x: &Matrix<f64, B, I>, w: &Matrix<f64, I, O>) -> Matrix<f64, B, O> {
    x.matmul(w).tanh()
}

#[differentiable]
fn loss(x: &Matrix<f64, 8, 3>, w: &Matrix<f64, 3, 2>) -> f64 {
    dense(w, x).sum()
}

fn main() {}
