use cotangent::prelude::*;

#[differentiable]
fn normalised(x: &Tensor3<f32, 2, 10, 5>) -> f32 {
    x.group_norm::<3>(1e-5).sum()
}

fn main() {
    normalised(&Tensor::zeros());
}
