use cotangent::prelude::*;

#[differentiable]
fn turned<S: Shape>(x: &Tensor<f64, S>) -> f64 {
    x.transpose().sum()
}

fn main() {}
