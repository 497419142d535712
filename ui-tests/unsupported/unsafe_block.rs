use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 3]) -> f64 {
    unsafe { *x.get_unchecked(1) }
}

fn main() {}
