use cotangent::prelude::*;

#[differentiable]
fn columns(x: &Matrix<f64, 4, 6>) -> Vector<f64, 4> {
    x.sum_axis::<2>()
}

fn main() {}
