use cotangent::prelude::*;

#[differentiable]
fn clipped(x: &Matrix<f64, 4, 3>, least: &Vector<f64, 4>) -> Matrix<f64, 4, 3> {
    x.maximum(least)
}

fn main() {}
