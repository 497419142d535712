//! Exponentials: `x = k ln 2 + r`, so that `eˣ = 2ᵏ eʳ` with `|r| ≤ ln 2 / 2`, and a polynomial for `eʳ` (Cody and Waite 1980).

use super::arithmetic::polynomial;
use super::{Arithmetic, Float};

/// The nearest whole number, of a number that is not too large.
#[inline(always)]
pub(super) fn whole<T: Float>(x: T) -> T {
    (x + T::ROUND) - T::ROUND
}

/// Between the bounds; a NaN stays one.
#[inline(always)]
pub(super) fn clamp<T: Float>(x: T, low: T, high: T) -> T {
    let x = if x > high { high } else { x };
    if x < low { low } else { x }
}

/// The whole number `k`, `r` and `p(r)`, of `x = k ln 2 + r` and `eʳ = 1 + r + r² p(r)`.
#[inline(always)]
pub(super) fn reduced<M: Arithmetic, T: Float>(x: T) -> (T, T, T) {
    let k = whole(x * T::lit(core::f64::consts::LOG2_E));
    let [high, low] = T::LN_2;
    let r = M::mul_add(-k, low, M::mul_add(-k, high, x));
    (k, r, polynomial::<M, T>(r, T::EXP))
}

/// `1 + r + r² p`.
#[inline(always)]
pub(super) fn power<M: Arithmetic, T: Float>(r: T, p: T) -> T {
    T::ONE + M::mul_add(r * r, p, r)
}

/// `2ᵏ x`, in two steps: either power is a normal number where `2ᵏ` may not be.
#[inline(always)]
pub(super) fn scaled<T: Float>(x: T, k: T) -> T {
    let half = whole(k * T::lit(0.5));
    x * half.exp2_of_whole() * (k - half).exp2_of_whole()
}

#[inline(always)]
pub(super) fn exp<M: Arithmetic, T: Float>(x: T) -> T {
    let (k, r, p) = reduced::<M, T>(clamp(x, T::EXP_LOW, T::EXP_HIGH));
    scaled(power::<M, T>(r, p), k)
}

#[inline(always)]
pub(super) fn exp2<M: Arithmetic, T: Float>(x: T) -> T {
    let x = clamp(x, -T::BIAS - T::DIGITS - T::lit(4.0), T::BIAS + T::lit(2.0));
    let k = whole(x);
    let r = (x - k) * T::lit(core::f64::consts::LN_2);
    scaled(power::<M, T>(r, polynomial::<M, T>(r, T::EXP)), k)
}

#[inline(always)]
pub(super) fn exp_m1<M: Arithmetic, T: Float>(x: T) -> T {
    let (k, r, p) = reduced::<M, T>(clamp(x, T::EXP_M1_LOW, T::EXP_HIGH));
    let more = r * r * p;
    // Twice `(2ᵏ⁻¹ - 1/2) + 2ᵏ⁻¹ (r + more)`: the power is a normal number also where `2ᵏ` is infinite.
    let half = (k - T::ONE).exp2_of_whole();
    let y = M::mul_add(half, more, M::mul_add(half, r, half - T::lit(0.5)));
    if k == T::ZERO { (r + more).copysign(x) } else { y + y }
}
