use cotangent::prelude::*;

#[differentiable]
fn dense(x: &Vector<f64, 3>, w: &Matrix<f64, 3, 2>) -> Vector<f64, 2> {
    x.matmul(w).tanh()
}

#[differentiable]
fn loss(x: &Vector<f64, 3>) -> f64 {
    dense(x).sum()
}

fn main() {}
