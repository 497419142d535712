//! The normal distribution: `Φ(-a) = e^(-a²/2) p(a) / q(a)` for `a ≥ 0`, where the quotient of polynomials decreases
//! slowly.

use super::arithmetic::polynomial;
use super::exponential::{less_one, reduced};
use super::{Arithmetic, Float};

/// `x Φ(x)`, as `max(x, 0) - a Φ(-a)` with `a = |x|`, and its derivative, `Φ(x) + x φ(x)`.
#[inline(always)]
pub(super) fn gelu<M: Arithmetic, T: Float>(x: T) -> (T, T) {
    let a = x.abs();
    let a = if a > T::NORMAL_HIGH { T::NORMAL_HIGH } else { a };
    let square = a * a;
    let (k, r) = reduced::<M, T>(square * T::lit(-0.5), T::TWO_EXPONENTS);
    // The exponential is sensitive to the last digits of the square.
    let m = less_one::<M, T>(M::mul_add(M::lost_of_square(a, square), T::lit(-0.5), r));
    let (first, second) = k.exp2_in_two();
    // `e^(-a²/2) y`, without the second power of 2.
    let damped = |y: T| M::mul_add(y * first, m, y * first);
    let quotient = polynomial::<M, T>(a, T::NORMAL.0) / polynomial::<M, T>(a, T::NORMAL.1);
    let is_positive = x >= T::ZERO;
    let value = M::mul_add(-damped(a * quotient), second, if is_positive { x } else { -T::ZERO });
    let below = damped(quotient) * second;
    let density = damped(T::lit(0.398_942_280_401_432_7)) * second;
    (value, M::mul_add(a.copysign(x), density, if is_positive { T::ONE - below } else { below }))
}
