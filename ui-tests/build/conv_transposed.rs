use cotangent::prelude::*;

#[differentiable]
fn enlarge<const B: usize>(x: &Tensor4<f32, B, 4, 5, 5>, w: &Tensor4<f32, 4, 1, 3, 3>) -> Tensor4<f32, B, 1, 9, 11> {
    let y: Tensor4<f32, B, 1, 9, 11> = x.conv_transpose2d::<2, 1>(w);
    y
}

fn main() {
    enlarge::<3>(&Tensor4::zeros(), &Tensor4::zeros());
}
