use cotangent::prelude::*;

#[differentiable]
fn flat<const B: usize, const N: usize>(x: &Tensor3<f32, B, N, 4>) -> f32 {
    x.flatten_lit::<1>().sum()
}

fn main() {
    flat(&Tensor3::<f32, 2, 3, 4>::zeros());
}
