use cotangent::prelude::*;

#[differentiable]
fn shifted<S: Shape, const N: usize>(x: &Tensor<f64, S>, b: &Vector<f64, N>) -> f64 {
    (x + b).sum()
}

fn main() {}
