use cotangent::nn;
use cotangent::prelude::*;

#[differentiable]
fn block(x: &Tensor3<f32, 2, 10, 32>, heads: &nn::MultiHead<f32, 64, 4, 16>) -> f32 {
    nn::multi_head(x, heads, &nn::causal()).sum()
}

fn main() {}
