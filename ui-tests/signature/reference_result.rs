use cotangent::prelude::*;

#[differentiable]
fn first(x: &[f64; 3]) -> &f64 {
    &x[0]
}

fn main() {}
