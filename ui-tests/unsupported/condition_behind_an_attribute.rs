use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    #[cfg_attr(all(), cfg(any()))]
    let x = 2.0 * x;
    x * x
}

fn main() {}
