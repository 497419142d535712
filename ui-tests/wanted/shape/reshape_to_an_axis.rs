use cotangent::prelude::*;

#[differentiable]
fn flat(x: &Matrix<f64, 2, 3>) -> f64 {
    x.reshape::<Dim<6>>().sum()
}

fn main() {}
