use cotangent::prelude::*;

#[differentiable]
fn gates<const B: usize>(x: &Matrix<f32, B, 9>) -> f32 {
    let gates = x.split::<1, 2, 4>();
    gates[0].sum() * gates[1].sum()
}

fn main() {
    gates(&Matrix::<f32, 5, 9>::zeros());
}
