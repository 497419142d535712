use cotangent::prelude::*;

#[differentiable]
fn outer(x: &Vector<f64, 3>) -> f64 {
    x.transpose().matmul(x).sum()
}

fn main() {}
