use cotangent::prelude::*;
use std::iter::Sum;

#[derive(Clone, Copy, Differentiable)]
pub struct Gain(f64);

#[differentiable]
impl Sum for Gain {
    fn sum<I: Iterator<Item = Gain>>(all: I) -> Gain {
        all.fold(Gain(0.0), |a, b| Gain(a.0 + b.0))
    }
}

fn main() {}
