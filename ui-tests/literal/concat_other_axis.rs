use cotangent::prelude::*;

#[differentiable]
fn joined(x: &Matrix<f32, 4, 2>, y: &Matrix<f32, 3, 2>) -> f32 {
    x.concat_lit::<1, _>(y).sum()
}

fn main() {
    joined(&Matrix::zeros(), &Matrix::zeros());
}
