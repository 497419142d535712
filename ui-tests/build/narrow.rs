use cotangent::prelude::*;

#[differentiable]
fn last(x: &Matrix<f64, 4, 6>) -> f64 {
    x.narrow::<1, 4, 3>().sum()
}

fn main() {
    let _ = last(&Matrix::ZEROS);
}
