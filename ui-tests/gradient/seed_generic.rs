use cotangent::prelude::*;

#[differentiable]
fn dense<const B: usize, const I: usize, const O: usize>(x: &Matrix<f64, B, I>, w: &Matrix<f64, I, O>) -> Matrix<f64, B, O> {
    x.matmul(w).tanh()
}

fn pullback<const B: usize, const I: usize, const O: usize>(x: &Matrix<f64, B, I>, w: &Matrix<f64, I, O>, seed: &Matrix<f64, B, I>) -> Matrix<f64, I, O> {
    let (_, (_, dw)) = dense::vjp(x, w, *seed);
    dw
}

fn main() {}
