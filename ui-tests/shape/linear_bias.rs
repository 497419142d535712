use cotangent::prelude::*;

#[differentiable]
fn dense(x: &Matrix<f32, 32, 64>, w: &Matrix<f32, 64, 10>, b: &Vector<f32, 64>) -> Matrix<f32, 32, 10> {
    x.linear(w, b).relu()
}

fn main() {}
