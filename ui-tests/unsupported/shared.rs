use cotangent::prelude::*;
use std::rc::Rc;

#[differentiable]
fn cost(x: f64) -> f64 {
    let shared = Rc::new(x);
    *shared * x
}

fn main() {}
