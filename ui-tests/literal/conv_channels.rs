use cotangent::prelude::*;

#[differentiable]
fn layer<const B: usize>(x: &Tensor4<f32, B, 3, 8, 8>, w: &Tensor4<f32, 8, 1, 3, 3>) -> f32 {
    x.conv2d_lit::<1, 1>(w).sum()
}

fn main() {
    layer(&Tensor4::<f32, 2, 3, 8, 8>::zeros(), &Tensor4::zeros());
}
