use cotangent::prelude::*;

#[differentiable]
fn flat(x: &Tensor3<f32, 2, 64, 64>) -> f32 {
    x.flatten_lit::<1>().sum()
}

fn main() {
    flat(&Tensor3::zeros());
}
