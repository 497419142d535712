use cotangent::prelude::*;

#[differentiable]
fn widened(x: &Matrix<f64, 4, 6>) -> f64 {
    x.pad::<1, 2, 7>(0.0).sum()
}

fn main() {
    widened(&Matrix::zeros());
}
