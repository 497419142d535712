use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, counts: &Vector<i32, 3>) -> f64 {
    x * counts.exp().sum()
}

fn main() {}
