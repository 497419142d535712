use cotangent::prelude::*;

#[differentiable]
fn swapped(x: &Tensor3<f64, 2, 3, 4>) -> f64 {
    x.swap_axes::<0, 3>().sum()
}

fn main() {}
