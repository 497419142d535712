use cotangent::prelude::*;

#[differentiable]
fn dense(x: &Matrix<f32, 32, 784>, w: &Matrix<f32, 64, 10>, b: &Vector<f32, 10>) -> Matrix<f32, 32, 10> {
    x.linear(w, b).relu()
}

fn main() {}
