use cotangent::prelude::*;

#[differentiable]
fn twice(x: &Vector<f64, 3>, w: &Matrix<f64, 3, 2>) -> f64 {
    let layer = |v: &Vector<f64, 3>| v.matmul(w).tanh();
    let h = layer(x);
    layer(&h).sum()
}

fn main() {}
