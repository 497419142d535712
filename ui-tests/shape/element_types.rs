use cotangent::prelude::*;

#[differentiable]
fn dense(x: &Matrix<f32, 8, 3>, w: &Matrix<f64, 3, 2>) -> Matrix<f32, 8, 2> {
    x.matmul(w)
}

fn main() {}
