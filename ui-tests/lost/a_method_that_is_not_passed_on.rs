//! A trait of numbers whose `sqrt` is another function for `f64`.
use cotangent::prelude::*;

#[differentiable]
trait Number: Copy + std::ops::Add<Output = Self> {
    fn sqrt(self) -> Self;
}

#[differentiable]
impl Number for f64 {
    fn sqrt(self) -> Self {
        self * 2.0
    }
}

#[differentiable]
fn f<N: Number>(x: N) -> N {
    x.sqrt() + x
}

fn main() {
    f::grad(1.0_f64);
}
