use cotangent::prelude::*;

#[differentiable]
fn cost(a: &[f64; 2], b: &[f64; 2]) -> f64 {
    let ends = (&a[0], &b[1]);
    ends.0 * ends.1
}

fn main() {}
