use cotangent::prelude::*;

#[differentiable]
fn both(x: &Vector<f32, 4>, y: &Vector<f32, 3>) -> Matrix<f32, 2, 4> {
    [*x, *y].stack::<0>()
}

fn main() {}
