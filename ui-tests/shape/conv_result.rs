use cotangent::prelude::*;

#[differentiable]
fn layer<const B: usize>(x: &Tensor4<f32, B, 1, 8, 8>, w: &Tensor4<f32, 16, 1, 3, 3>) -> f32 {
    let y: Tensor4<f32, B, 8, 6, 6> = x.conv2d::<1, 0>(w);
    y.relu().sum()
}

fn main() {}
