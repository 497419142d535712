use std::ops::Mul;

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Complex {
    re: f64,
    im: f64,
}

#[differentiable]
impl Mul for Complex {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

fn main() {}
