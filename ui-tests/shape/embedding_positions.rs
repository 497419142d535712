use cotangent::prelude::*;

#[differentiable]
fn embed(table: &Matrix<f32, 1000, 64>, positions: &Matrix<f32, 16, 32>, tokens: &[usize; 16]) -> Matrix<f32, 16, 64> {
    table.embedding(tokens) + positions
}

fn main() {}
