//! The derived code is silent about what the user cannot change, also where it is denied by name.
#![deny(unused, unused_variables, dead_code, nonstandard_style)]

use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, k: f64) -> f64 {
    let y = x * k;
    y.sin()
}

fn main() {
    assert_eq!(cost::grad(0.0, 1.0), (1.0, 0.0));
}
