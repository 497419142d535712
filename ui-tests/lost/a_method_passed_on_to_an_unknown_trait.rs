//! A trait of numbers whose `sqrt` is that of another trait, which may be any function.
use cotangent::prelude::*;

trait Other: Copy + std::ops::Add<Output = Self> {
    fn sqrt(self) -> Self;
}
impl Other for f64 {
    fn sqrt(self) -> Self {
        self * 2.0
    }
}

#[differentiable]
trait Number: Copy + std::ops::Add<Output = Self> {
    fn sqrt(self) -> Self;
}

#[differentiable]
impl<T: Other> Number for T {
    fn sqrt(self) -> Self {
        Other::sqrt(self)
    }
}

#[differentiable]
fn f<N: Number>(x: N) -> N {
    Number::sqrt(x) + x
}

fn main() {
    f::grad(1.0_f64);
}
