use cotangent::prelude::*;

#[differentiable]
fn dot<const M: usize, const N: usize>(a: &Vector<f64, M>, b: &Vector<f64, N>) -> f64 {
    (a * b).sum()
}

fn main() {}
