use cotangent::prelude::*;

#[differentiable]
fn cost(x: &Vector<f64, 3>) -> f64 {
    let k = tensor([1.0, 2.0]);
    (x * k).sum()
}

fn main() {}
