use cotangent::prelude::*;

#[differentiable]
fn layer(x: &Batch<f32, 784>, w: &Matrix<f32, 784, 10>, b: &Vector<f32, 11>) -> Batch<f32, 10> {
    x.matmul(w) + b
}

fn main() {}
