//! Dual numbers as numbers: arithmetic, comparison, products of cotangents.

use core::cmp::Ordering;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

use super::Dual;
use crate::scalar::{Real, ScalarFunction, StrongZero, logistic, times_normal};

/// By value.
impl<T: PartialEq> PartialEq for Dual<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0[0] == other.0[0]
    }
}

/// By value.
impl<T: PartialOrd> PartialOrd for Dual<T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0[0].partial_cmp(&other.0[0])
    }
    #[inline]
    fn lt(&self, other: &Self) -> bool {
        self.0[0] < other.0[0]
    }
    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.0[0] <= other.0[0]
    }
    #[inline]
    fn gt(&self, other: &Self) -> bool {
        self.0[0] > other.0[0]
    }
    #[inline]
    fn ge(&self, other: &Self) -> bool {
        self.0[0] >= other.0[0]
    }
}

/// `d · x`; zero if the tangent `d` is zero.
#[inline]
fn along<T: Real>(d: T, x: T) -> T {
    d.strongly(|d| d * x)
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident: |[$a:ident, $s:ident], [$b:ident, $t:ident]| $value:expr;)*) => {$(
        impl<T: Real> $trait for Dual<T> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ([$a, $s], [$b, $t]) = (self.0, other.0);
                Self($value)
            }
        }
        impl<T: Real> $assign_trait for Dual<T> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    )*};
}
operators! {
    Add add AddAssign add_assign: |[a, s], [b, t]| [a + b, s + t];
    Sub sub SubAssign sub_assign: |[a, s], [b, t]| [a - b, s - t];
    Mul mul MulAssign mul_assign: |[a, s], [b, t]| [a * b, along(s, b) + along(t, a)];
    Div div DivAssign div_assign: |[a, s], [b, t]| {
        let q = a / b;
        [q, (s - along(t, q)).strongly(|d| d / b)]
    };
    Rem rem RemAssign rem_assign: |[a, s], [b, t]| [a % b, s - along(t, (a / b).trunc())];
}

impl<T: Real> Neg for Dual<T> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(self.0.map(T::neg))
    }
}

impl<T: Real> StrongZero for Dual<T> {
    #[inline]
    fn vanishes(self) -> bool {
        self.0[0].vanishes() && self.0[1].vanishes()
    }
    /// A zero value stays zero, and the tangent is then `f` of the tangent: the derivative of the slope may be
    /// infinite.
    #[inline]
    fn strongly(self, f: impl Fn(Self) -> Self) -> Self {
        let [c, d] = self.0;
        // Computed first, so that the choice is a mask and not a branch.
        let (moving, alone) = (f(self), Self([T::ZERO, d.strongly(|d| f(Self::constant(d)).0[0])]));
        if c.vanishes() { alone } else { moving }
    }
    #[inline]
    fn times(self, slope: Self) -> Self {
        let ([c, d], [s, t]) = (self.0, slope.0);
        Self([c.times(s), d.times(s) + c.times(t)])
    }
    const PARTS: usize = 2 * T::PARTS;
    #[inline]
    fn part(self, i: usize) -> f64 {
        if i < T::PARTS { self.0[0].part(i) } else { self.0[1].part(i - T::PARTS) }
    }
    #[inline]
    fn from_parts(part: impl Fn(usize) -> f64) -> Self {
        Self([T::from_parts(&part), T::from_parts(|i| part(T::PARTS + i))])
    }
    #[inline]
    fn logistic(self) -> Self {
        logistic(self)
    }
    #[inline]
    fn logistics(self) -> (Self, Self) {
        (logistic(self), logistic(-self))
    }
    #[inline]
    fn times_normal(self) -> (Self, Self) {
        times_normal(self, Real::erfc, Real::exp)
    }
    #[inline]
    fn row<R: ScalarFunction>(self) -> Self {
        let (value, tangent) = R::at_dual(self.0[0], self.0[1]);
        Self([value, tangent])
    }
}
