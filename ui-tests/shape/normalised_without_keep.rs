use cotangent::prelude::*;

#[differentiable]
fn normalised<const B: usize, const N: usize>(x: &Matrix<f64, B, N>) -> Matrix<f64, B, N> {
    x / x.sum_axis::<1>()
}

fn main() {}
