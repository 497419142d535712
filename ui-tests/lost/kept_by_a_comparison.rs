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
    if x == *last { x } else { last.0.get() * x }
}

fn main() {}
