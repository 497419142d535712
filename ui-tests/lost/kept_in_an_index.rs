use std::cell::Cell;

use cotangent::prelude::*;

struct Last(Cell<f64>);

impl PartialEq<Last> for f64 {
    fn eq(&self, last: &Last) -> bool {
        last.0.replace(*self) == *self
    }
}

#[differentiable]
fn cost(x: f64, #[constant] last: &Last) -> f64 {
    let xs = [x, 2.0 * x];
    xs[(x == *last) as usize] * last.0.get()
}

fn main() {}
