use cotangent::nn;
use cotangent::prelude::*;

type In = Tensor3<f32, 4, 32, 16>;

#[differentiable]
fn block(x: &Tensor3<f32, 2, 10, 32>, q: &In, k: &In, v: &Tensor3<f32, 4, 32, 8>, out: &Tensor3<f32, 4, 16, 32>) -> f32 {
    nn::multi_head(x, q, k, v, out, &nn::causal()).sum()
}

fn main() {}
