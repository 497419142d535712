use cotangent::prelude::*;

#[differentiable]
fn joined<const B: usize>(x: &Matrix<f32, B, 3>, y: &Matrix<f32, B, 2>) -> Matrix<f32, B, 6> {
    x.concat_lit::<1, _>(y)
}

fn main() {
    joined(&Matrix::<f32, 4, 3>::zeros(), &Matrix::zeros());
}
