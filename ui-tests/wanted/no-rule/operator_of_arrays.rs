use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Complex {
    re: f64,
    im: f64,
}

impl core::ops::Mul for Complex {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

#[differentiable]
fn cost(z: Complex) -> f64 {
    let w = z * z;
    w.re
}

fn main() {}
