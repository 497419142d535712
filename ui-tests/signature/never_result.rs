use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> ! {
    panic!("{x}")
}

fn main() {}
