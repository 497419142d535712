use cotangent::nn;
use cotangent::prelude::*;

type Heads = Tensor3<f32, 4, 64, 16>;

#[differentiable]
fn block(x: &Tensor3<f32, 2, 10, 32>, q: &Heads, k: &Heads, v: &Heads, out: &Tensor3<f32, 4, 16, 32>) -> f32 {
    nn::multi_head(x, q, k, v, out, &nn::causal()).sum()
}

fn main() {}
