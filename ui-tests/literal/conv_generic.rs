use cotangent::prelude::*;

#[differentiable]
fn layer<const H: usize, const W: usize>(x: &Tensor4<f32, 1, 1, H, W>, w: &Tensor4<f32, 8, 1, 3, 3>) -> f32 {
    x.conv2d_lit_with::<(Steps<1, 1>, Steps<2, 1>)>(w).sum()
}

fn main() {
    layer(&Tensor4::<f32, 1, 1, 8, 8>::zeros(), &Tensor4::zeros());
}
