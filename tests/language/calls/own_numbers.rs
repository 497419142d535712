//! Traits of numbers of the user's, whose methods have the names of those of `f64`.

use cotangent::prelude::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

#[differentiable]
trait Number:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    fn powi(self, n: i32) -> Self;
    fn atan2(self, other: Self) -> Self;
    fn sin_cos(self) -> (Self, Self);
    fn is_no_number(self) -> bool;
    fn cube(self) -> Self {
        self * self * self
    }
    fn from_count(n: usize) -> Self;
}

macro_rules! number {
    ($($t:ty)*) => {$(
        #[differentiable]
        impl Number for $t {
            const ZERO: $t = 0.0;
            const ONE: $t = 1.0;
            fn abs(self) -> $t {
                <$t>::abs(self)
            }
            fn sqrt(self) -> Self {
                self.sqrt()
            }
            fn powi(self, n: i32) -> Self {
                <$t>::powi(self, n)
            }
            fn atan2(self, other: Self) -> Self {
                Self::atan2(self, other)
            }
            fn sin_cos(self) -> (Self, Self) {
                self.sin_cos()
            }
            fn is_no_number(self) -> bool {
                self.is_nan()
            }
            fn from_count(n: usize) -> Self {
                n as $t
            }
        }
    )*};
}
number!(f32 f64);

#[differentiable]
fn norm<S: Number>(v: &[S; 3]) -> S {
    let mut sum = S::ZERO;
    for x in v {
        sum = sum + *x * *x;
    }
    let (sin, cos) = v[0].sin_cos();
    sum.sqrt() / S::from_count(v.len()) + sin * cos.cube() + sin.atan2(cos)
}

#[differentiable]
fn scaled<S>(x: S, v: &[S; 3]) -> S
where
    S: Number,
{
    let n = norm(v);
    if n > S::ONE && !n.is_no_number() { x.abs() * n.powi(3) } else { n / S::sqrt(x) }
}

#[differentiable]
fn of_f64(x: f64, y: f64) -> f64 {
    scaled(x * y, &[x, y, x - y]) * norm(&[y, x, x.sqrt()])
}

#[differentiable]
fn of_f32(x: f32, y: f32) -> f32 {
    scaled(x, &[x, y, x * y])
}

#[differentiable]
trait Base: Copy + Add<Output = Self> {
    fn sqrt(self) -> Self;
}
#[differentiable]
trait Circular: Base + Mul<Output = Self> {
    fn sin(self) -> Self;
    fn both(self) -> Self {
        self.sin() + self.sqrt()
    }
}
#[differentiable]
impl Base for f64 {
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
}
#[differentiable]
impl Circular for f64 {
    fn sin(self) -> Self {
        f64::sin(self)
    }
}

#[differentiable]
fn circular<C: Circular>(x: C) -> C {
    x.sqrt() * x.sin() + C::sqrt(x).both()
}

/// For all numbers of another trait.
#[differentiable]
trait Hyperbolic: Copy + Add<Output = Self> {
    fn tanh(self) -> Self;
    fn exp(self) -> Self;
}
#[differentiable]
impl<T: num_traits::Float> Hyperbolic for T {
    fn tanh(self) -> Self {
        num_traits::Float::tanh(self)
    }
    fn exp(self) -> Self {
        <T as num_traits::Float>::exp(self)
    }
}

#[differentiable]
fn hyperbolic<H: Hyperbolic>(x: H) -> H {
    Hyperbolic::exp(x) + x.tanh()
}

#[test]
fn methods_that_are_passed_on() {
    for (x, y) in [(0.4, 0.3), (1.9, 1.2)] {
        of_f64::at(x, y).check().unwrap();
        of_f64::at(x, y).check_jvp().unwrap();
    }
    of_f32::at(0.5, 0.7).check().unwrap();
    circular::at(0.8_f64).check().unwrap();
    circular::at(0.8_f64).check_jvp().unwrap();
    hyperbolic::at(0.8_f64).check().unwrap();
    hyperbolic::at(0.8_f64).check_jvp().unwrap();
}

/// A trait whose methods take numbers by reference, with names of methods of `f64`.
mod by_reference {
    use cotangent::prelude::*;

    #[differentiable]
    pub(super) trait ByReference: Copy + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self> {
        fn sqrt(&self) -> Self;
        fn abs(&self) -> Self;
    }

    #[differentiable]
    impl ByReference for f64 {
        fn sqrt(&self) -> Self {
            f64::sqrt(*self)
        }
        fn abs(&self) -> Self {
            f64::abs(*self)
        }
    }

    #[differentiable]
    pub(super) fn over_references<T: ByReference>(x: &T, ys: &[T]) -> T {
        let mut sum = *x;
        for y in ys {
            sum = sum + y.sqrt() * x.abs();
        }
        sum
    }
}

#[test]
fn numbers_by_reference() {
    by_reference::over_references::at(&0.3, &[0.4, 0.7]).check().unwrap();
}
