use cotangent::prelude::*;

#[differentiable]
fn embed<const T: usize>(table: &Matrix<f32, 1000, 64>, tokens: &[usize; T]) -> Matrix<f32, 1000, 64> {
    table.embedding(tokens)
}

fn main() {}
