//! Logarithms: `x = 2ᵉ (1 + f)` with `1 + f` between `√½` and `√2`, and `ln(1 + f) = 2 artanh s` with `s = f / (2 + f)`, as in the
//! FreeBSD and musl libraries (`e_log.c`, `k_log.h`, Sun Microsystems 1993), with coefficients of our own.

use super::arithmetic::polynomial;
use super::{Arithmetic, Float};

/// `f²/2`, and the difference between `ln(1 + f)` and `f - f²/2`.
#[inline(always)]
fn parts<M: Arithmetic, T: Float>(f: T) -> (T, T) {
    let s = f / (T::lit(2.0) + f);
    let z = s * s;
    let half_square = T::lit(0.5) * f * f;
    (half_square, s * M::mul_add(z, polynomial::<M, T>(z, T::LN), half_square))
}

/// `y` for positive `x`, and the logarithm of all other `x`; it is infinite at 0.
#[inline(always)]
fn at_edges<T: Float>(x: T, y: T) -> T {
    let y = if x < T::INFINITY { y } else { x };
    let y = if x == T::ZERO { -T::INFINITY } else { y };
    if x < T::ZERO { T::NAN } else { y }
}

/// `e ln 2 + ln(1 + f) + c` with a tiny `c`.
#[inline(always)]
fn sum<M: Arithmetic, T: Float>(e: T, f: T, c: T) -> T {
    let (half_square, more) = parts::<M, T>(f);
    let [high, low] = T::LN_2;
    M::mul_add(e, high, f - (half_square - (more + M::mul_add(e, low, c))))
}

#[inline(always)]
pub(super) fn ln<M: Arithmetic, T: Float>(x: T) -> T {
    let (e, m) = x.normalised();
    at_edges(x, sum::<M, T>(e, m - T::ONE, T::ZERO))
}

#[inline(always)]
pub(super) fn ln_1p<M: Arithmetic, T: Float>(x: T) -> T {
    let u = T::ONE + x;
    // The rounding error of the sum.
    let lost = if x > T::ONE { T::ONE - (u - x) } else { x - (u - T::ONE) };
    let (e, m) = u.decompose();
    let is_exact = e == T::ZERO;
    let (f, c) = if is_exact { (x, T::ZERO) } else { (m - T::ONE, lost / u) };
    let y = sum::<M, T>(e, f, c);
    at_edges(u, if x == T::ZERO { x } else { y })
}

/// `e a + ln(1 + f) b`, where `a` and `b` are given as sums.
#[inline(always)]
fn to_base<M: Arithmetic, T: Float>(x: T, [a, a_low]: [T; 2], [b, b_low]: [T; 2]) -> T {
    let (e, m) = x.normalised();
    let f = m - T::ONE;
    let (half_square, more) = parts::<M, T>(f);
    // `ln(1 + f)` as a sum, too; its first part has so few digits that the product is exact.
    let high = (f - half_square).upper();
    let low = (f - high) - half_square + more;
    let (start, product) = (e * a, high * b);
    let rest = M::mul_add(low + high, b_low, M::mul_add(low, b, e * a_low));
    let total = start + product;
    at_edges(x, total + ((start - total) + product + rest))
}

#[inline(always)]
pub(super) fn log2<M: Arithmetic, T: Float>(x: T) -> T {
    to_base::<M, T>(x, [T::ONE, T::ZERO], T::LOG2_E)
}

#[inline(always)]
pub(super) fn log10<M: Arithmetic, T: Float>(x: T) -> T {
    to_base::<M, T>(x, T::LOG10_2, T::LOG10_E)
}
