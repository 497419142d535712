use cotangent::prelude::*;

#[differentiable]
fn loss<const B: usize>(p: &Matrix<f64, B, 2>, t: &Matrix<f64, B, 3>) -> f64 {
    (p - stop_gradient(t)).square().sum()
}

fn main() {}
