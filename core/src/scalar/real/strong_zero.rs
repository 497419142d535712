//! Products of cotangents in which a zero factor always gives exactly zero.
//!
//! Each part of a [dual number](crate::dual::Dual) is a cotangent: if the value is zero and the tangent is not, the
//! first order contributes nothing and the second order does. Rules therefore never compare a cotangent with zero; they
//! use this trait.

use super::{Element, Real};

/// A differentiable function of one number: a row of [`elementwise!`](crate::elementwise).
pub trait ScalarFunction {
    /// The value.
    fn at<T: Real>(x: T) -> T;
    /// The value and its tangent, if the tangent of `x` is `x_dot`.
    fn at_dual<T: Real>(x: T, x_dot: T) -> (T, T);
}

/// Operations of rules on a cotangent that may be zero, and on a row of a table.
pub trait StrongZero: Copy {
    /// Whether it is zero; for a dual number, in both parts.
    fn vanishes(self) -> bool;
    /// `f(self)` for a linear `f`: zero if this is zero, also where `f` has a slope that is infinite or NaN.
    #[must_use]
    fn strongly(self, f: impl Fn(Self) -> Self) -> Self;
    /// `self · slope`, zero if either factor is.
    #[must_use]
    fn times(self, slope: Self) -> Self;
    /// The number of its parts: two for each order of a dual number.
    const PARTS: usize;
    /// One part; the value is the first.
    fn part(self, i: usize) -> f64;
    /// The number with these parts.
    #[must_use]
    fn from_parts(part: impl Fn(usize) -> f64) -> Self;
    /// `1 / (1 + e⁻ˣ)`, from the side that does not overflow.
    #[must_use]
    fn logistic(self) -> Self;
    /// [`logistic`](Self::logistic) of the number and of its negative.
    #[must_use]
    fn logistics(self) -> (Self, Self);
    /// `x Φ(x)` and its derivative `Φ(x) + x φ(x)`, with the normal distribution function and density.
    #[must_use]
    fn times_normal(self) -> (Self, Self);
    /// The value of the operation `R`, with its derivative.
    #[must_use]
    fn row<R: ScalarFunction>(self) -> Self;
}

/// [`Strong::logistic`] for any type with an exponential: `1 / (1 + e)` or `e / (1 + e)` with `e = e^-|x|`.
#[inline(always)]
pub(crate) fn logistic<T: Real>(x: T) -> T {
    if x >= T::ZERO {
        T::ONE / (T::ONE + (-x).exp())
    } else {
        let e = x.exp();
        e / (T::ONE + e)
    }
}

/// [`Strong::times_normal`] from a given error function and exponential.
#[inline(always)]
pub(crate) fn times_normal<T: Real>(x: T, erfc: impl Fn(T) -> T, exp: impl Fn(T) -> T) -> (T, T) {
    let normal = T::lit(0.5) * erfc(x * T::lit(-core::f64::consts::FRAC_1_SQRT_2));
    let density = T::lit(0.398_942_280_401_432_7) * exp(T::lit(-0.5) * x * x);
    (x.times(normal), normal + x.times(density))
}

macro_rules! strong {
    ($($t:ty)*) => {$(
        impl StrongZero for $t {
            #[inline(always)]
            fn vanishes(self) -> bool {
                self == <$t as Element>::ZERO
            }
            #[inline(always)]
            fn strongly(self, f: impl Fn(Self) -> Self) -> Self {
                // Computed first, so that the choice is a mask and not a branch.
                let product = f(self);
                if self.vanishes() { <$t as Element>::ZERO } else { product }
            }
            #[inline(always)]
            fn times(self, slope: Self) -> Self {
                let product = self * slope;
                if !self.vanishes() && !slope.vanishes() { product } else { <$t as Element>::ZERO }
            }
            #[inline(always)]
            fn row<R: ScalarFunction>(self) -> Self {
                R::at(self)
            }
            #[inline(always)]
            fn logistic(self) -> Self {
                logistic(self)
            }
            #[inline(always)]
            fn logistics(self) -> (Self, Self) {
                (logistic(self), logistic(-self))
            }
            #[inline(always)]
            fn times_normal(self) -> (Self, Self) {
                times_normal(self, Real::erfc, Real::exp)
            }
            const PARTS: usize = 1;
            #[inline(always)]
            fn part(self, _: usize) -> f64 {
                Real::to_f64(self)
            }
            #[inline(always)]
            fn from_parts(part: impl Fn(usize) -> f64) -> Self {
                Real::lit(part(0))
            }
        }
    )*};
}
strong!(f32 f64);
#[cfg(feature = "half")]
strong!(half::f16 half::bf16);
