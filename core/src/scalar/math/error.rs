//! The error function and its complement: a polynomial near 0, and beyond it `erfc x = e^(-x²) p(t) / (1 + 2 x)` with
//! `t = (x - a) / (x + a)` (Shepherd and Laframboise 1981).

use super::arithmetic::polynomial;
use super::exponential::{less_one, reduced};
use super::{Arithmetic, Float};

/// `erf x` for `|x| ≤ 1`.
#[inline(always)]
fn near_zero<M: Arithmetic, T: Float>(x: T) -> T {
    M::mul_add(x, polynomial::<M, T>(x * x, T::ERF), x)
}

/// `erfc x` from 0.45 on.
#[inline(always)]
fn complement<M: Arithmetic, T: Float>(x: T) -> T {
    let x = if x > T::ERFC_HIGH { T::ERFC_HIGH } else { x };
    let t = (x - T::ERFC_MIDDLE) / (x + T::ERFC_MIDDLE);
    let variable = t * polynomial::<M, T>(t, &T::ERFC[1..]);
    let above = T::ERFC[0] + variable;
    let (twice, below) = (x + x, x + x + T::ONE);
    let factor = above / below;
    // The rounding errors of sum, divisor and quotient; then that of the square, to whose last digits the exponential
    // is sensitive.
    let (f_high, b_high) = (factor.upper(), below.upper());
    let of_quotient = ((above - f_high * b_high) - f_high * (below - b_high)) - (factor - f_high) * below;
    let lost = (T::ERFC[0] - above + variable) + of_quotient - factor * (twice - (below - T::ONE));
    let square = x * x;
    // Relative to the sum; `above` is between 1.14 and 1.25.
    let correction = M::mul_add(lost, T::lit(0.84), -M::lost_of_square(x, square));
    let (k, r) = reduced::<M, T>(-square, T::TWO_EXPONENTS);
    let (first, second) = k.exp2_in_two();
    let m = less_one::<M, T>(r);
    let m = M::mul_add(correction, T::ONE + m, m);
    M::mul_add(factor, m, factor) * first * second
}

#[inline(always)]
pub(super) fn erf<M: Arithmetic, T: Float>(x: T) -> T {
    let a = x.abs();
    let large = (T::ONE - complement::<M, T>(a)).copysign(x);
    if a > T::ONE { large } else { near_zero::<M, T>(x) }
}

#[inline(always)]
pub(super) fn erfc<M: Arithmetic, T: Float>(x: T) -> T {
    let a = x.abs();
    let tail = complement::<M, T>(a);
    let large = if x < T::ZERO { T::lit(2.0) - tail } else { tail };
    if a > T::lit(0.45) { large } else { T::ONE - near_zero::<M, T>(x) }
}
