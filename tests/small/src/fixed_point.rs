//! A number for a processor without floating-point unit: 32 bits, 16 of them after the point, of the crate `fixed`.
//!
//! What does not fit becomes the nearest number that does. The operators of the language call methods that have rules, and these take
//! rounding for exact: the derivative of a product is that of the product of real numbers.

use core::ops::{Add, Mul, Sub};

use cotangent::prelude::*;
use cotangent::slot::Accepts;
use cotangent::tape::{Frame, No, Taped, Yes};
use fixed::types::I16F16;

/// The number.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Fixed(I16F16);

impl Fixed {
    pub const ZERO: Self = Self(I16F16::ZERO);
    pub const ONE: Self = Self(I16F16::ONE);
    pub fn lit(x: f32) -> Self {
        Self(I16F16::saturating_from_num(x))
    }
    pub fn to_f32(self) -> f32 {
        self.0.to_num()
    }
}

/// It is its own tangent.
impl Differentiable for Fixed {
    type Tangent = Self;
}
impl Accepts<Self> for Fixed {
    type Wanted = Yes;
    fn as_sink(&mut self) -> Option<&mut Self> {
        Some(self)
    }
    fn as_source(&self) -> Option<&Self> {
        Some(self)
    }
}
impl Tangent for Fixed {
    fn zero() -> Self {
        Self::ZERO
    }
    fn neutral() -> Self {
        Self::ZERO
    }
    fn accumulate(&mut self, other: &Self) {
        self.0 = self.0.saturating_add(other.0);
    }
    fn scale(&mut self, factor: f64) {
        self.0 = self.0.saturating_mul(I16F16::saturating_from_num(factor));
    }
    fn inner(&self, other: &Self) -> f64 {
        self.0.to_num::<f64>() * other.0.to_num::<f64>()
    }
}
impl Taped for Fixed {
    const BYTES: usize = 4;
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        let bits = |x: &Self| x.0.to_bits();
        values.iter().for_each(|x| i32::put_all(&[bits(x)], frame));
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| Self::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        Self(I16F16::from_bits(i32::view(frame)))
    }
    fn copied(value: &Self) -> Self {
        *value
    }
    type Recompute = No;
    type Stored = Yes;
}

#[differentiable]
impl Add for Fixed {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}
fn add_vjp(_: Fixed, _: Fixed, _: &Fixed, c: &Fixed) -> (Fixed, Fixed) {
    (*c, *c)
}
#[differentiable]
impl Sub for Fixed {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.minus(other)
    }
}
fn sub_vjp(_: Fixed, _: Fixed, _: &Fixed, c: &Fixed) -> (Fixed, Fixed) {
    (*c, Fixed::ZERO - *c)
}
#[differentiable]
impl Mul for Fixed {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.times(other)
    }
}
fn mul_vjp(x: Fixed, y: Fixed, _: &Fixed, c: &Fixed) -> (Fixed, Fixed) {
    (*c * y, *c * x)
}

#[differentiable]
impl Fixed {
    #[differentiable(vjp = add_vjp)]
    fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
    #[differentiable(vjp = sub_vjp)]
    fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
    #[differentiable(vjp = mul_vjp)]
    fn times(self, other: Self) -> Self {
        Self(self.0.saturating_mul(other.0))
    }
    #[differentiable(vjp = relu_vjp)]
    pub fn relu(self) -> Self {
        Self(self.0.max(I16F16::ZERO))
    }
}
fn relu_vjp(x: Fixed, _: &Fixed, c: &Fixed) -> Fixed {
    if x > Fixed::ZERO { *c } else { Fixed::ZERO }
}
