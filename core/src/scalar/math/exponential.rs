//! Exponentials: `x = k ln 2 + r`, so that `eˣ = 2ᵏ eʳ` with `|r| ≤ ln 2 / 2`, and a polynomial for `eʳ` (Cody and Waite 1980).

use super::arithmetic::polynomial;
use super::{Arithmetic, Float};

/// Limits a number to the range; NaN stays NaN.
#[inline(always)]
pub(super) fn clamp<T: Float>(x: T, low: T, high: T) -> T {
    let x = if x > high { high } else { x };
    if x < low { low } else { x }
}

/// `k`, added to `start`, and `r`, of `x = k ln 2 + r`. `start` is so large that the sum is rounded to an integer.
#[inline(always)]
pub(super) fn reduced<M: Arithmetic, T: Float>(x: T, start: T) -> (T, T) {
    let shifted = M::mul_add(x, T::lit(core::f64::consts::LOG2_E), start);
    let k = shifted - start;
    let [high, low] = T::LN_2;
    (shifted, M::mul_add(-k, low, M::mul_add(-k, high, x)))
}

/// `eʳ - 1` for `|r| ≤ ln 2 / 2`.
#[inline(always)]
pub(super) fn less_one<M: Arithmetic, T: Float>(r: T) -> T {
    M::mul_add(r * r, polynomial::<M, T>(r, T::EXP), r)
}

#[inline(always)]
pub(super) fn exp<M: Arithmetic, T: Float>(x: T) -> T {
    let (k, r) = reduced::<M, T>(clamp(x, T::EXP_LOW, T::EXP_HIGH), T::TWO_EXPONENTS);
    let (first, second) = k.exp2_in_two();
    M::mul_add(first, less_one::<M, T>(r), first) * second
}

#[inline(always)]
pub(super) fn exp2<M: Arithmetic, T: Float>(x: T) -> T {
    let x = clamp(x, -T::BIAS - T::DIGITS - T::lit(4.0), T::BIAS + T::lit(2.0));
    let shifted = x + T::TWO_EXPONENTS;
    let r = (x - (shifted - T::TWO_EXPONENTS)) * T::lit(core::f64::consts::LN_2);
    let (first, second) = shifted.exp2_in_two();
    M::mul_add(first, less_one::<M, T>(r), first) * second
}

#[inline(always)]
pub(super) fn exp_m1<M: Arithmetic, T: Float>(x: T) -> T {
    // Half of the power, which is a normal number even if `2ᵏ` is infinite.
    let start = T::EXPONENT - T::ONE;
    let (k, r) = reduced::<M, T>(clamp(x, T::EXP_M1_LOW, T::EXP_HIGH), start);
    let more = r * r * polynomial::<M, T>(r, T::EXP);
    let half = k.exp2_of_shifted();
    // Not `half (r + more)`: that would round once more, which matters near 0.36.
    let y = M::mul_add(half, more, M::mul_add(half, r, half - T::lit(0.5)));
    if k == start { (r + more).copysign(x) } else { y + y }
}
