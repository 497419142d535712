use std::ops::Add;

use cotangent::prelude::*;

#[differentiable]
trait Total<T> {
    fn total(self) -> T;
}

#[differentiable]
impl<T: Copy + Add<Output = T>> Total<T> for [T; 2] {
    fn total(self) -> T {
        self[0] + self[1]
    }
}

fn main() {}
