use cotangent::prelude::*;

#[differentiable]
fn column(x: &Vector<f32, 4>) -> f32 {
    x.unsqueeze::<2>().sum()
}

fn main() {}
