use cotangent::prelude::*;

#[differentiable]
fn layer(x: &Tensor4<f32, 2, 1, 8, 8>, w: &Tensor4<f32, 4, 1, 3, 3>) -> f32 {
    let y: Tensor4<f32, 2, 4, 8, 8> = x.conv2d::<2, 1>(w);
    y.relu().sum()
}

fn main() {
    layer(&Tensor4::zeros(), &Tensor4::zeros());
}
