use cotangent::prelude::*;

#[differentiable]
fn picked(x: &Matrix<f32, 4, 10>, #[constant] places: &Matrix<usize, 5, 2>) -> f32 {
    x.gather::<1, 2>(places).sum()
}

fn main() {}
