use cotangent::prelude::*;

#[differentiable]
fn join(x: &Matrix<f64, 2, 3>, y: &Matrix<f64, 2, 4>) -> Matrix<f64, 2, 7> {
    x.concat_to::<1, _, _>(y)
}

fn main() {}
