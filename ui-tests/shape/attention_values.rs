use cotangent::prelude::*;

#[differentiable]
fn attend<const T: usize, const S: usize, const D: usize>(
    q: &Matrix<f32, T, D>,
    k: &Matrix<f32, S, D>,
    v: &Matrix<f32, T, D>,
) -> Matrix<f32, T, D> {
    let weights = q.matmul(&k.transpose()).softmax::<-1>();
    weights.matmul(v)
}

fn main() {}
