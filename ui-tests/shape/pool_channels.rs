use cotangent::prelude::*;

#[differentiable]
fn halve(x: &Tensor4<f32, 32, 16, 8, 8>) -> Tensor4<f32, 32, 8, 4, 4> {
    let y: Tensor4<f32, 32, 8, 4, 4> = x.max_pool2d::<2, 2>();
    y
}

fn main() {}
