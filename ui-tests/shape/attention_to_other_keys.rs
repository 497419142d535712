use cotangent::nn;
use cotangent::prelude::*;

#[differentiable]
fn attend(q: &Tensor4<f32, 2, 4, 10, 8>, k: &Tensor4<f32, 2, 4, 10, 16>, v: &Tensor4<f32, 2, 4, 10, 8>) -> f32 {
    nn::attention(q, k, v).sum()
}

fn main() {}
