use cotangent::prelude::*;

#[differentiable]
fn rotated(x: &Vector<f64, 2>) -> Vector<f64, 2> {
    let turn: Matrix<f64, 2, 2> = tensor([[0.0, -1.0], [1.0, 0.0], [0.0, 0.0]]);
    x.matmul(&turn)
}

fn main() {}
