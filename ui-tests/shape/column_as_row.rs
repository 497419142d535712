use cotangent::prelude::*;

#[differentiable]
fn scale<const R: usize, const C: usize>(x: &Matrix<f64, R, C>, by: &Row<f64, R>) -> Matrix<f64, R, C> {
    x * by
}

fn main() {}
