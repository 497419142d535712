use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 3]) -> f64 {
    let y = x.each_ref();
    *y[0] + 1.0
}

fn main() {}
