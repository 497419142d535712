//! The hyperbolic tangent and the logistic function, which is a scaled hyperbolic tangent.

use super::arithmetic::in_a_row;
use super::exponential::{clamp, less_one, reduced};
use super::{Arithmetic, Float};

/// `x + x³ p(x²)` near 0, and beyond it `1 - 2 / (e²ˣ + 1)`, which loses no digits there.
#[inline(always)]
pub(super) fn tanh<M: Arithmetic, T: Float>(x: T) -> T {
    let a = x.abs();
    let square = a * a;
    let small = M::mul_add(a * square, in_a_row::<M, T>(square, T::TANH), a);
    let bounded = if a > T::TANH_HIGH { T::TANH_HIGH } else { a };
    let (k, r) = reduced::<M, T>(bounded + bounded, T::EXPONENT);
    let power = k.exp2_of_shifted();
    let large = T::ONE - T::lit(2.0) / M::mul_add(power, less_one::<M, T>(r), power + T::ONE);
    (if a < T::lit(0.5625) { small } else { large }).copysign(x)
}

/// `c / (c + c e⁻ˣ)` and `c e⁻ˣ / (c + c e⁻ˣ)`, with a `c` so small that nothing overflows; 1 and 0 beyond a bound.
///
/// `c` is 15/16 of a power of 2: next to a power that is one digit too large, 1 would be rounded to 0, but 15/16 is
/// rounded to 1.
#[inline(always)]
pub(super) fn sigmoids<M: Arithmetic, T: Float>(x: T) -> (T, T) {
    let (k, r) = reduced::<M, T>(clamp(-x, -T::SIGMOID_HIGH, -T::EXP_LOW), T::EXPONENT - T::SIGMOID_DIGITS);
    let m = less_one::<M, T>(r);
    let power = k.exp2_of_shifted() * T::lit(0.9375);
    let sum = M::mul_add(power, m, power + T::SIGMOID_SCALE);
    let opposite = M::mul_add(power, m, power) / sum;
    (T::SIGMOID_SCALE / sum, if x > T::SIGMOID_HIGH { T::ZERO } else { opposite })
}
