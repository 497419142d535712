use cotangent::prelude::*;

#[derive(Differentiable)]
struct Block {
    w1: Matrix<f32, 64, 128>,
    w2: Matrix<f32, 128, 32>,
}

#[differentiable]
fn block<const B: usize>(m: &Block, x: &Matrix<f32, B, 64>) -> Matrix<f32, B, 64> {
    let h = x.matmul(&m.w1).gelu();
    h.matmul(&m.w2) + x
}

fn main() {}
