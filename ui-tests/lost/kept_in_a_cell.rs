use std::cell::Cell;

use cotangent::prelude::*;

struct Kept(Cell<f64>);

impl Kept {
    fn set(&self, value: f64) {
        self.0.set(value);
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let kept = Kept(Cell::new(1.0));
    kept.set(x);
    kept.0.get() * x
}

fn main() {}
