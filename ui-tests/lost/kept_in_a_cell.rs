use std::cell::Cell;

use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let kept = Cell::new(1.0);
    kept.set(x);
    kept.get() * x
}

fn main() {}
