//! The hyperbolic tangent and the logistic function, which is the same one elsewhere.

use super::arithmetic::polynomial;
use super::exponential::{exp, power, reduced};
use super::{Arithmetic, Float};

/// `x + x³ p(x²)` near 0, `1 - 2 / (e²ˣ + 1)` from there on, where no digits are lost.
#[inline(always)]
pub(super) fn tanh<M: Arithmetic, T: Float>(x: T) -> T {
    let a = x.abs();
    let square = a * a;
    let small = M::mul_add(a * square, polynomial::<M, T>(square, T::TANH), a);
    let bounded = if a > T::TANH_HIGH { T::TANH_HIGH } else { a };
    let (k, r, p) = reduced::<M, T>(bounded + bounded);
    let e = power::<M, T>(r, p) * k.exp2_of_whole();
    let large = T::ONE - T::lit(2.0) / (e + T::ONE);
    (if a < T::lit(0.5625) { small } else { large }).copysign(x)
}

/// `1 / (1 + e)` or `e / (1 + e)` with `e = e^-|x|`, on the side that does not overflow.
#[inline(always)]
pub(super) fn sigmoid<M: Arithmetic, T: Float>(x: T) -> T {
    let e = exp::<M, T>(-x.abs());
    let sum = T::ONE + e;
    let y = (if x < T::ZERO { e } else { T::ONE }) / sum;
    // What the rounding of the sum has lost, divided by about the sum, which is between 1 and 2.
    let lost = (e - (sum - T::ONE)) * M::mul_add(sum, T::lit(-0.4571), T::lit(1.4571));
    M::mul_add(-y, lost, y)
}
