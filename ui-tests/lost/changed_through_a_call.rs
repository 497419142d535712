// errors: 3
use std::cell::RefCell;

use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Sum {
    total: f64,
}

#[differentiable]
impl Sum {
    fn add(&mut self, x: f64) {
        self.total += x;
    }
}

struct Scaled(f64);

impl Scaled {
    fn scale_mut(&mut self, x: f64) {
        self.0 *= x;
    }
}

struct Sums {
    first: Sum,
    all: RefCell<Vec<f64>>,
    last: RefCell<Scaled>,
}

impl Sums {
    fn new() -> Self {
        Self { first: Sum { total: 0.0 }, all: RefCell::new(vec![]), last: RefCell::new(Scaled(1.0)) }
    }
    fn first(&mut self) -> &mut Sum {
        &mut self.first
    }
}

#[differentiable]
fn added(x: f64) -> f64 {
    let mut sums = Sums::new();
    sums.first().add(x);
    sums.first.total * x
}

#[differentiable]
fn pushed(x: f64) -> f64 {
    let sums = Sums::new();
    sums.all.borrow_mut().push(x);
    sums.all.borrow()[0] * x
}

#[differentiable]
fn scaled(x: f64) -> f64 {
    let sums = Sums::new();
    sums.last.borrow_mut().scale_mut(x);
    sums.last.borrow().0 * x
}

fn main() {}
