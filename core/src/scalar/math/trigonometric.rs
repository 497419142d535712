//! Sine and cosine: `x = k π/2 + r`, with `π/2` in parts whose products with `k` are exact (Cody and Waite 1980), and polynomials for
//! `|r| ≤ π/4`.

use super::arithmetic::polynomial;
use super::coefficients::f64::FRAC_PI_2;
use super::float::Sealed;
use super::{Arithmetic, Float};

/// `r`, its rounding error, and `k`, added to [`ROUND`](Sealed::ROUND).
#[inline(always)]
pub(super) fn reduced<M: Arithmetic>(x: f64) -> (f64, f64, f64) {
    let rounded = M::mul_add(x, core::f64::consts::FRAC_2_PI, f64::ROUND);
    let k = rounded - f64::ROUND;
    let [p1, p2, p3, p4] = FRAC_PI_2;
    let r = M::mul_add(-k, p2, M::mul_add(-k, p1, x));
    let third = k * p3;
    let high = r - third;
    let low = M::mul_add(-k, p4, (r - high) - third);
    let sum = high + low;
    (sum, (high - sum) + low, rounded)
}

#[inline(always)]
pub(super) fn sin_cos<M: Arithmetic, T: Float>(x: T) -> (T, T) {
    let angle = if x.abs() <= T::ANGLE { x } else { T::NAN };
    let (r, low, k) = T::reduce::<M>(angle);
    let z = r * r;
    let half = T::lit(0.5) * z;
    let sin = r + M::mul_add(r * z, polynomial::<M, T>(z, T::SIN), low);
    let first = T::ONE - half;
    let cos = first + M::mul_add(z * z, polynomial::<M, T>(z, T::COS), (T::ONE - first) - half - r * low);
    let (sin, cos) = if T::is_odd(k) { (cos, -sin) } else { (sin, cos) };
    (if x == T::ZERO { x } else { sin.negated_by(k, 1) }, cos.negated_by(k, 1))
}
