use cotangent::prelude::*;

#[differentiable]
fn area(a: &Matrix<f64, 4, 2>, b: &Matrix<f64, 4, 2>) -> f64 {
    a.cross(b).sum()
}

fn main() {}
