use cotangent::prelude::*;

#[differentiable]
fn product<S: Shape, R: Shape>(x: &Tensor<f64, S>, y: &Tensor<f64, R>) -> f64 {
    x.matmul(y).sum()
}

fn main() {}
