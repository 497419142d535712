use cotangent::prelude::*;

#[differentiable]
fn masked<const B: usize, const H: usize, const T: usize>(
    scores: &Tensor4<f32, B, H, T, T>,
    #[constant] mask: &Matrix<f32, B, T>,
) -> Tensor4<f32, B, H, T, T> {
    (scores + mask).softmax::<-1>()
}

fn main() {}
