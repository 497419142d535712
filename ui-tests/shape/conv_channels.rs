use cotangent::prelude::*;

#[differentiable]
fn layer(x: &Tensor4<f32, 32, 3, 8, 8>, w: &Tensor4<f32, 16, 1, 3, 3>) -> Tensor4<f32, 32, 16, 6, 6> {
    let y: Tensor4<f32, 32, 16, 6, 6> = x.conv2d::<1, 0>(w);
    y.relu()
}

fn main() {}
