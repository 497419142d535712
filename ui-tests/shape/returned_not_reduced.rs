use cotangent::prelude::*;

#[differentiable]
fn loss(x: &Matrix<f64, 4, 2>) -> f64 {
    x.sum_axis::<0>()
}

fn main() {}
