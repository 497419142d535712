use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    x.next_up() * 2.0
}

fn main() {}
