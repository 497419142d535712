use std::ops::Mul;

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Fixed {
    bits: f64,
}

#[differentiable]
impl Mul for Fixed {
    type Output = Self;

    #[differentiable(vjp = product_vjp)]
    fn mul(self, other: Self) -> Self {
        Fixed { bits: (self.bits * other.bits).floor() }
    }
}

fn product_vjp(a: Fixed, b: Fixed, _: &Fixed, bar: &FixedTangent) -> (FixedTangent, FixedTangent) {
    (FixedTangent { bits: b.bits * bar.bits }, FixedTangent { bits: a.bits * bar.bits })
}

fn main() {
    let _ = product_vjp;
    let _ = Fixed { bits: 1.0 } * Fixed { bits: 2.0 };
}
