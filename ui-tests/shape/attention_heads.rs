use cotangent::prelude::*;

#[differentiable]
fn scores(q: &Tensor4<f32, 2, 8, 16, 64>, k: &Tensor4<f32, 2, 4, 16, 64>) -> Tensor4<f32, 2, 8, 16, 16> {
    q.matmul(&k.transpose())
}

fn main() {}
