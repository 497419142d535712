use cotangent::prelude::*;

#[differentiable]
fn layer<const B: usize>(x: &Tensor4<f32, B, 1, 4, 4>, w: &Tensor4<f32, 8, 1, 5, 5>) -> f32 {
    x.conv2d_lit::<1, 0>(w).sum()
}

fn main() {
    layer(&Tensor4::<f32, 2, 1, 4, 4>::zeros(), &Tensor4::zeros());
}
