use cotangent::prelude::*;

#[differentiable]
fn heads<const B: usize, const H: usize, const T: usize, const D: usize>(x: &Tensor4<f64, B, T, H, D>) -> Tensor4<f64, B, H, T, D> {
    x.permute::<Perm3<0, 2, 1>>()
}

fn main() {}
