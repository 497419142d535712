//! Piecewise linear functions: absolute value, sign, rounding, Euclidean division, clamping, maximum and minimum. The remainder `%` is an
//! [operator](super::super::arithmetic::rem).
//!
//! Of two numbers, `x.max(y)` and `x.min(y)`, or of tensors `x.maximum(&y)` and `x.minimum(&y)`, the derivative goes to the selected
//! operand, half to each if they are equal. If one operand is NaN, the other is selected; if both are, the value is NaN and the derivative
//! zero.

use crate::ops::elementwise::rows::rows;
use crate::ops::operands::Numbers;
use crate::rule::By2;
use crate::scalar::Real;
use crate::tape::{No, Yes};

/// The contribution of the cotangent to `x`, for the maximum of `x` and `y`.
#[inline(always)]
fn share<T: Real>(c: T, x: T, y: T) -> T {
    if x == y {
        // Rare: in a chain of maxima the common case should not wait for it.
        core::hint::cold_path();
        return c * T::lit(0.5);
    }
    // Without a branch, because which one is larger may be random.
    let loses = (x < y) | x.is_nan();
    if loses { T::ZERO } else { c }
}

/// The nearest integer; halves are rounded to even.
#[inline(always)]
fn nearest_or_even<T: Real>(x: T) -> T {
    let half = T::lit(0.5);
    if x.fract().abs() == half { T::lit(2.0) * (x * half).round() } else { x.round() }
}

/// `(a + b) / 2`; of halves if the sum overflows.
#[inline(always)]
fn halfway<T: Real>(a: T, b: T) -> T {
    let half = T::lit(0.5);
    let y = (a + b) * half;
    if y.is_finite() { y } else { a * half + b * half }
}

rows! {
    /// Leads from these methods to their rules.
    for numbers pub trait PiecewiseRules;

    /// Absolute value. Derivative the sign of `x`; 0 at 0, NaN at NaN.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn length(x: &Vector<f64, 3>) -> f64 {
    ///     x.abs().sum()
    /// }
    /// assert_eq!(length::value_and_grad(&tensor([-3.0, 0.0, 2.0])), (5.0, tensor([-1.0, 0.0, 1.0])));
    /// ```
    abs(x) = x.abs(), x => if x > T::ZERO { T::ONE } else if x < T::ZERO { -T::ONE } else { x * T::ZERO };
    /// 1 for a number with a plus sign, `0.0` included, -1 for one with a minus sign, NaN for NaN; [`sign`](crate::ops::Functions::sign) is 0 at 0. Derivative 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([-3.0, 0.0, -0.0]).signum(), tensor([-1.0, 1.0, -1.0]));
    /// ```
    signum(x) = x.signum(), none => T::ZERO, often_zero;
    /// The largest integer not above `x`. Derivative 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.5, -1.5]).floor(), tensor([1.0, -2.0]));
    /// ```
    floor(x) = x.floor(), none => T::ZERO, often_zero;
    /// The smallest integer not below `x`. Derivative 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.5, -1.5]).ceil(), tensor([2.0, -1.0]));
    /// ```
    ceil(x) = x.ceil(), none => T::ZERO, often_zero;
    /// The nearest integer; halves are rounded away from 0. Derivative 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.5, -2.5, 0.4]).round(), tensor([2.0, -3.0, 0.0]));
    /// ```
    round(x) = x.round(), none => T::ZERO, often_zero;
    /// The nearest integer; halves are rounded to even. Derivative 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.5, -2.5, 0.4]).round_ties_even(), tensor([2.0, -2.0, 0.0]));
    /// ```
    round_ties_even(x) = nearest_or_even(x), none => T::ZERO, often_zero;
    /// The integer part. Derivative 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.5, -1.5]).trunc(), tensor([1.0, -1.0]));
    /// ```
    trunc(x) = x.trunc(), none => T::ZERO, often_zero;
    /// `x - trunc(x)`. Derivative 1 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.5, -1.5]).fract(), tensor([0.5, -0.5]));
    /// ```
    fract(x) = x.fract(), none => T::ONE;
    /// The number halfway between two, `(a + b) / 2`, without intermediate overflow. Derivatives ½ and ½.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, -1.0]).midpoint(2.0), tensor([1.5, 0.5]));
    /// assert_eq!(tensor([f64::MAX]).midpoint(f64::MAX), tensor([f64::MAX]));
    /// ```
    midpoint(a, b) -> y = halfway(a, b), reads (No, No, No), a (=> T::lit(0.5)), b (=> T::lit(0.5)), linear;
    /// `|x|` with the sign of `sign`. Derivative by `x`: 1 if the signs are the same, -1 if not, 0 at 0; by `sign` 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([3.0, -2.0]).copysign(-1.0), tensor([-3.0, -2.0]));
    /// ```
    copysign(x, sign) -> y = x.copysign(sign), reads (Yes, Yes, No),
        x (x, sign => if x == T::ZERO { T::ZERO } else { x.signum() * sign.signum() }),
        sign (none);
    /// The quotient of Euclidean division, an integer. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([7.0, -7.0]).div_euclid(4.0), tensor([1.0, -2.0]));
    /// ```
    div_euclid(a, b) -> q = Real::div_euclid(a, b), reads (No, No, No), a (none), b (none), often_zero;
    /// The remainder of Euclidean division, from 0 to below `|b|`. Derivatives 1 and `-q`, with the quotient `q`; also at the jumps.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([7.0, -7.0]).rem_euclid(4.0), tensor([3.0, 1.0]));
    /// ```
    rem_euclid(a, b) -> r = Real::rem_euclid(a, b), reads (Yes, Yes, No),
        a (=> T::ONE), b (a, b => -Real::div_euclid(a, b));
    /// `x`, limited to `low..=high`; NaN stays NaN. Panics if `low > high`. Derivative by `x`: 1 from `low` to `high`, both
    /// included, else 0; by a bound: 1 where `x` is beyond it.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([-3.0, 0.5, 2.0]).clamp(-1.0, &tensor([1.0, 0.0, 5.0])), tensor([-1.0, 0.0, 2.0]));
    /// ```
    clamp(x, low, high) -> y = Real::clamp(x, low, high), reads (Yes, Yes, Yes, Yes),
        x (x, y => if x == y { T::ONE } else { T::ZERO }),
        low (x, low => if x < low { T::ONE } else { T::ZERO }), high (x, high => if x > high { T::ONE } else { T::ZERO }), often_zero;
    /// The larger of two numbers; if one is NaN, the other. Derivative 1 for the larger one, ½ for both if they are equal.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 5.0, f64::NAN]).maximum(&tensor([3.0, 3.0, 3.0])), tensor([3.0, 5.0, 3.0]));
    /// ```
    maximum(x, y) -> z = x.max(y), reads (Yes, Yes, No), x (x, y => |c| share(c, x, y)), y (x, y => |c| share(c, y, x)), often_zero;
    /// The smaller of two numbers; if one is NaN, the other. Derivative 1 for the smaller one, ½ for both if they are equal.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 5.0]).minimum(3.0), tensor([1.0, 3.0]));
    /// ```
    minimum(x, y) -> z = x.min(y), reads (Yes, Yes, No), x (x, y => |c| share(c, -x, -y)), y (x, y => |c| share(c, -y, -x)), often_zero;
}

/// `max` and `min` of two numbers. For a tensor the compiler finds its own methods first.
pub trait ExtremesOfNumbers {
    crate::derivatives_of! {
        max: By2<maximum>;
        min: By2<minimum>;
    }
}
impl<X: Numbers> ExtremesOfNumbers for X {}
