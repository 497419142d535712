use cotangent::prelude::*;

#[differentiable]
fn totals(x: &Matrix<f64, 32, 10>) -> Vector<f64, 32> {
    x.sum_to::<(Dim<32>,)>()
}

fn main() {}
