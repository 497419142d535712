use cotangent::prelude::*;

#[differentiable]
fn probabilities(x: &Batch<f32, 10>) -> Batch<f32, 10> {
    x.softmax::<1>()
}

fn main() {}
