// errors: 2
use cotangent::prelude::*;

#[differentiable]
fn square<T>(x: T) -> T {
    x * x
}

fn main() {}
