//! A trait of the user's that is called like an operator: its method is not what `+` does.
use cotangent::prelude::*;

#[derive(Clone, Copy, Differentiable)]
pub struct Gain(f64);

mod levels {
    pub trait Add<R = Self> {
        type Output;
        fn add(self, other: R) -> Self::Output;
    }
}

use levels::Add;

#[differentiable]
impl Add for Gain {
    type Output = Gain;
    fn add(self, other: Gain) -> Gain {
        Gain(self.0 * other.0)
    }
}

fn main() {}
