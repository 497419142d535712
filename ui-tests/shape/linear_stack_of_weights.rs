use cotangent::prelude::*;

#[differentiable]
fn heads<const B: usize>(x: &Matrix<f32, B, 64>, w: &Tensor3<f32, 4, 64, 16>, b: &Vector<f32, 16>) -> Matrix<f32, B, 16> {
    x.linear(w, b)
}

fn main() {}
