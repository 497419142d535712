use cotangent::prelude::*;

#[differentiable]
fn first(x: &[f64]) -> Option<&f64> {
    x.first()
}

fn main() {}
