use cotangent::prelude::*;

#[differentiable]
fn scores(q: &Tensor4<f32, 2, 8, 16, 64>, k: &Tensor4<f32, 2, 8, 16, 64>) -> Tensor4<f32, 2, 8, 16, 16> {
    (q.matmul(k) / 8.0).softmax::<-1>()
}

fn main() {}
