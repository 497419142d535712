use cotangent::prelude::*;

#[differentiable]
fn rows<S: Shape>(x: &Tensor<f64, S>) -> f64 {
    x.sum_axis::<0>().sum()
}

fn main() {}
