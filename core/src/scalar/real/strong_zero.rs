//! Products of cotangents, in which a zero gives exactly zero whatever it meets.
//!
//! Of a [dual number](crate::dual::Dual) each part is a cotangent by itself: where the value is zero and the tangent is not, there is
//! nothing of first order and something of second. Rules therefore never ask whether a cotangent equals zero, they ask this trait.

use super::{Element, Real};

/// A function of one number that is differentiable: a row of [`elementwise!`](crate::elementwise).
pub trait ScalarFunction {
    /// The value.
    fn at<T: Real>(x: T) -> T;
    /// The value, and its tangent where that of `x` is `x_dot`.
    fn at_dual<T: Real>(x: T, x_dot: T) -> (T, T);
}

/// What a rule does with a cotangent that may be zero, and with an operation that is a row of a table.
pub trait StrongZero: Copy {
    /// Whether it is zero, and for a dual number in both parts.
    fn vanishes(self) -> bool;
    /// `f(self)` of a linear `f`: zero if this is zero, also where `f` has an infinite slope or one that is not a number.
    #[must_use]
    fn strongly(self, f: impl Fn(Self) -> Self) -> Self;
    /// `self · slope`, zero if one of the two is.
    #[must_use]
    fn times(self, slope: Self) -> Self;
    /// How many numbers it consists of: two for each order of a dual number.
    const PARTS: usize;
    /// One of them, the value first.
    fn part(self, i: usize) -> f64;
    /// The number that consists of these.
    #[must_use]
    fn from_parts(part: impl Fn(usize) -> f64) -> Self;
    /// `1 / (1 + e⁻ˣ)`, from the side that does not overflow.
    #[must_use]
    fn logistic(self) -> Self;
    /// [`logistic`](Self::logistic) of the number and of its opposite.
    #[must_use]
    fn logistics(self) -> (Self, Self);
    /// `x Φ(x)` and its derivative `Φ(x) + x φ(x)`, with the normal distribution function and density.
    #[must_use]
    fn times_normal(self) -> (Self, Self);
    /// The value of the operation `R`, with its derivative.
    #[must_use]
    fn row<R: ScalarFunction>(self) -> Self;
}

/// [`Strong::logistic`], of whatever has an exponential: `1 / (1 + e)` or `e / (1 + e)` with `e = e^-|x|`.
#[inline(always)]
pub(crate) fn logistic<T: Real>(x: T) -> T {
    if x >= T::ZERO {
        T::ONE / (T::ONE + (-x).exp())
    } else {
        let e = x.exp();
        e / (T::ONE + e)
    }
}

/// [`Strong::times_normal`] by the error function and the exponential of one's choice.
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
