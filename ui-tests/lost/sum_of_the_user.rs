//! What a `Sum` of the user's does with the elements is not known.
use cotangent::prelude::*;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

#[derive(Clone, Copy, Differentiable)]
pub struct Gain(f64);

#[differentiable]
impl Add for Gain {
    type Output = Gain;
    fn add(self, other: Gain) -> Gain {
        Gain(self.0 + other.0)
    }
}

#[differentiable]
impl AddAssign for Gain {
    fn add_assign(&mut self, other: Gain) {
        self.0 += other.0;
    }
}

impl Sum for Gain {
    fn sum<I: Iterator<Item = Gain>>(all: I) -> Gain {
        all.fold(Gain(1.0), |a, b| Gain(a.0 * b.0))
    }
}

#[differentiable]
pub fn total(gains: &[f64; 3]) -> f64 {
    gains.iter().map(|g| Gain(g * 2.0)).sum::<Gain>().0
}

fn main() {}
