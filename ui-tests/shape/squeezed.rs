use cotangent::prelude::*;

#[differentiable]
fn scores(x: &Matrix<f32, 4, 2>) -> Vector<f32, 4> {
    x.squeeze::<1>()
}

fn main() {}
