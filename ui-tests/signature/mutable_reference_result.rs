use cotangent::prelude::*;

#[differentiable]
fn first(x: &mut [f64; 3]) -> &mut f64 {
    &mut x[0]
}

fn main() {}
