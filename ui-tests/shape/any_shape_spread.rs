use cotangent::prelude::*;

#[differentiable]
fn spread<S: Shape, R: Shape>(x: &Tensor<f64, S>) -> Tensor<f64, R> {
    x.broadcast_to::<R>()
}

fn main() {}
