use cotangent::prelude::*;

#[differentiable]
fn heads(x: &Tensor3<f64, 2, 3, 4>) -> f64 {
    x.permute::<Perm3<0, 2, 2>>().sum()
}

fn main() {}
