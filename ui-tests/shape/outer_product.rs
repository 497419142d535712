use cotangent::prelude::*;

#[differentiable]
fn outer<const M: usize, const N: usize>(a: &Vector<f64, M>, b: &Vector<f64, N>) -> Matrix<f64, M, N> {
    a.matmul(b)
}

fn main() {}
