use cotangent::prelude::*;

#[differentiable]
fn layer<const B: usize, const C: usize, const O: usize>(
    x: &Tensor4<f32, B, C, 8, 8>,
    w: &Tensor4<f32, C, O, 3, 3>,
) -> Tensor4<f32, B, O, 8, 8> {
    let y: Tensor4<f32, B, O, 8, 8> = x.conv2d::<1, 1>(w);
    y
}

fn main() {}
