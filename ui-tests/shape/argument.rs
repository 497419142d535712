use cotangent::prelude::*;

#[differentiable]
fn dense(x: &Vector<f64, 3>, w: &Matrix<f64, 3, 2>) -> Vector<f64, 2> {
    x.matmul(w).tanh()
}

#[differentiable]
fn net(x: &Vector<f64, 4>, w: &Matrix<f64, 3, 2>) -> f64 {
    dense(x, w).sum()
}

fn main() {}
