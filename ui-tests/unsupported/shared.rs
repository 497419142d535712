use cotangent::prelude::*;
use std::ops::Deref;
use std::rc::Rc;

struct Shared<T>(Rc<T>);

impl<T> Shared<T> {
    fn new(value: T) -> Self {
        Shared(Rc::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let shared = Shared::new(x);
    *shared * x
}

fn main() {}
