use cotangent::prelude::*;

#[differentiable]
fn dense(x: &Vector<f64, 3>, w: &Matrix<f64, 3, 2>) -> Vector<f64, 2> {
    x.matmul(w).tanh()
}

#[differentiable]
fn net(x: &Vector<f64, 3>, w1: &Matrix<f64, 3, 2>, w2: &Matrix<f64, 3, 2>) -> f64 {
    let h = dense(x, w1);
    dense(&h, w2).sum()
}

fn main() {}
