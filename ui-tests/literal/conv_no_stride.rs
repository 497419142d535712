use cotangent::prelude::*;

#[differentiable]
fn layer(x: &Tensor3<f32, 2, 1, 8>, w: &Tensor3<f32, 4, 1, 3>) -> f32 {
    x.conv1d_lit::<0, 1>(w).sum()
}

fn main() {
    layer(&Tensor3::zeros(), &Tensor3::zeros());
}
