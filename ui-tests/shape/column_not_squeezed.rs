use cotangent::prelude::*;

#[differentiable]
fn predict<const B: usize>(x: &Matrix<f64, B, 3>, w: &Matrix<f64, 3, 1>) -> Vector<f64, B> {
    x.matmul(w)
}

fn main() {}
