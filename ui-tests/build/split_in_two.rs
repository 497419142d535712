use cotangent::prelude::*;

#[differentiable]
fn heads(x: &Matrix<f32, 2, 7>) -> f32 {
    let (mean, scale): (Matrix<f32, 2, 3>, Matrix<f32, 2, 3>) = x.split_to::<1, _, _>();
    (mean * scale).sum()
}

fn main() {
    heads(&Matrix::zeros());
}
