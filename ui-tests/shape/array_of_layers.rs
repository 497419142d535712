use cotangent::prelude::*;

#[differentiable]
fn deep(x: &Vector<f64, 8>, a: &Matrix<f64, 8, 8>, b: &Matrix<f64, 8, 4>) -> f64 {
    let layers = [*a, *b];
    x.matmul(&layers[0]).sum()
}

fn main() {}
