use std::ops::Mul;

use cotangent::prelude::*;

fn square<T: Copy + Mul<Output = T>>(x: T) -> T {
    x * x
}

#[differentiable]
fn cost<T: Copy + Mul<Output = T>>(x: T) -> T {
    square(x) * x
}

fn main() {}
