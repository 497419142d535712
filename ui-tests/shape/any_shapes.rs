use cotangent::prelude::*;

#[differentiable]
fn added<S: Shape, R: Shape>(x: &Tensor<f64, S>, y: &Tensor<f64, R>) -> f64 {
    (x + y).sum()
}

fn main() {}
