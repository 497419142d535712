use cotangent::prelude::*;

#[differentiable]
fn cost(x: &Vector<i32, 3>) -> i32 {
    (x * x).sum()
}

fn main() {}
