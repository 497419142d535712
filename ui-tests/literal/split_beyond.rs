use cotangent::prelude::*;

#[differentiable]
fn parts<const B: usize>(x: &Matrix<f32, B, 5>) -> f32 {
    let (head, tail) = x.split_lit::<1, 6>();
    head.sum() - tail.sum()
}

fn main() {
    parts(&Matrix::<f32, 2, 5>::zeros());
}
