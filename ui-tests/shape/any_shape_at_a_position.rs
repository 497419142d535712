use cotangent::prelude::*;

#[differentiable]
fn first<S: Shape>(x: &Tensor<f64, S>) -> f64 {
    x[[0]] * 2.0
}

fn main() {}
