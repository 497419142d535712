use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut list = Vec::new();
    list.push(x);
    list[0] * x
}

fn main() {}
