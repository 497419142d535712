use cotangent::prelude::*;

#[differentiable]
fn square<T: Real = f64>(x: T) -> T {
    x * x
}

fn main() {}
