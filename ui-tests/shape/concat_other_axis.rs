use cotangent::prelude::*;

#[differentiable]
fn join(x: &Matrix<f64, 4, 2>, y: &Matrix<f64, 5, 3>) -> Matrix<f64, 4, 5> {
    x.concat_to::<1, _, _>(y)
}

fn main() {}
