//! Powers, as `2^(y log2 x)` with a logarithm of twice the digits, as in the FreeBSD and musl libraries (`e_pow.c`, Sun Microsystems
//! 1993), without their table of intervals and with coefficients of our own.

use super::arithmetic::polynomial;
use super::exponential::{clamp, less_one};
use super::{Arithmetic, Float};

/// `log2 x` of a positive number, as the sum of a number with half of the digits and the rest.
#[inline(always)]
fn log2<M: Arithmetic, T: Float>(x: T) -> (T, T) {
    let (e, m) = x.normalised();
    let (f, sum) = (m - T::ONE, m + T::ONE);
    let inverse = T::ONE / sum;
    // s = f / (2 + f), as a sum.
    let s = f * inverse;
    let s_high = s.upper();
    let sum_high = sum.upper();
    let sum_low = f - (sum_high - T::lit(2.0));
    let s_low = inverse * ((f - s_high * sum_high) - s_high * sum_low);
    // 3 artanh(s) / s = 3 + s² + r, as a sum.
    let z = s * s;
    let r = M::mul_add(z * z, polynomial::<M, T>(z, T::POWER), s_low * (s_high + s));
    let z_high = s_high * s_high;
    let high = (T::lit(3.0) + z_high + r).upper();
    let low = r - ((high - T::lit(3.0)) - z_high);
    // 3 artanh(s), and log2 m.
    let (u, v) = (s_high * high, M::mul_add(s_low, high, low * s));
    let high = (u + v).upper();
    let low = v - (high - u);
    let [c, c_low] = T::POWER_FACTOR;
    let product = c * high;
    let rest = M::mul_add(c_low, high, low * (c + c_low));
    let high = (product + rest + e).upper();
    (high, rest - ((high - e) - product))
}

/// `2^(y log2 x)` of a positive number.
#[inline(always)]
fn of_positive<M: Arithmetic, T: Float>(x: T, y: T) -> T {
    // Beyond these bounds the power of every number except 1 is 0 or infinite.
    let y = clamp(y, -T::POWER_HIGH, T::POWER_HIGH);
    let (high, low) = log2::<M, T>(x);
    let y_high = y.upper();
    let product = y_high * high;
    let rest = M::mul_add(y - y_high, high, y * low);
    let limit = T::BIAS + T::BIAS;
    let exponent = clamp(product + rest, -limit, limit);
    let shifted = exponent + T::TWO_EXPONENTS;
    let k = shifted - T::TWO_EXPONENTS;
    let inside = (product - k) + rest;
    let r = if exponent.abs() < limit { inside } else { exponent - k } * T::lit(core::f64::consts::LN_2);
    let (first, second) = shifted.exp2_in_two();
    M::mul_add(first, less_one::<M, T>(r), first) * second
}

#[inline(always)]
pub(super) fn powf<M: Arithmetic, T: Float>(x: T, y: T) -> T {
    let (a, exponent) = (x.abs(), y.abs());
    // Above `start` all numbers are integers; the sum with it is rounded to one, and above twice `start` all are even.
    let start = T::ROUND / T::lit(1.5);
    let sum = if exponent < start { exponent + start } else { exponent };
    let is_whole = exponent >= start || sum - start == exponent;
    let is_odd = is_whole && exponent < start + start && T::is_odd(sum);
    let z = of_positive::<M, T>(a, y);
    let vanishes = (a < T::ONE) == (y > T::ZERO);
    let z = if a == T::ZERO || a == T::INFINITY { if vanishes { T::ZERO } else { T::INFINITY } } else { z };
    let z = if x.is_nan() || y.is_nan() { T::NAN } else { z };
    let z = if x < T::ZERO && a < T::INFINITY && !is_whole { T::NAN } else { z };
    let z = if is_odd { z.copysign(x) } else { z };
    if y == T::ZERO || x == T::ONE { T::ONE } else { z }
}
