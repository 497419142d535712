use cotangent::prelude::*;

#[differentiable]
fn both(x: &Vector<f32, 4>, y: &Vector<f32, 4>) -> Matrix<f32, 2, 4> {
    [*x, *y].stack::<1>()
}

fn main() {}
