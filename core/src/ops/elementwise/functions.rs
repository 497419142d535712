//! Functions that the standard library lacks.
//!
//! The forms with an `ε`, usually `1e-10`, are other functions, with finite derivatives at 0. The plain forms, such as
//! [`ln`](crate::tensor::Tensor::ln) and `/`, have the mathematical values and derivatives, including infinite ones.

use crate::ops::elementwise::rows::rows;
use crate::rule::times;
use crate::tape::{No, Yes};

rows! {
    /// Functions of numbers and tensors that the standard library does not have.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(3.0_f64.square(), 9.0);
    /// assert_eq!(tensor([0.25]).rsqrt(), tensor([2.0]));
    /// ```
    pub trait Functions;

    /// `x²`. Derivative `2 x`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([3.0, -0.5]).square(), tensor([9.0, 0.25]));
    /// ```
    square(x) = x * x, x => x + x;
    /// `1/√x`; NaN below 0. Derivative `-1 / (2 x √x)`; infinite at 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([4.0, 0.0]).rsqrt(), tensor([0.5, f64::INFINITY]));
    /// ```
    rsqrt(x) = x.sqrt().recip(), y => T::lit(-0.5) * y * y * y;
    /// 1 above 0, -1 below, 0 at 0, NaN at NaN. Derivative 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([-3.0, 0.0, 2.0]).sign(), tensor([-1.0, 0.0, 1.0]));
    /// ```
    sign(x) = if x > T::ZERO { T::ONE } else if x < T::ZERO { -T::ONE } else { x }, none => T::ZERO, often_zero;
    /// `x ln x`, continued by 0 at 0; NaN below. Derivative `ln x + 1`; infinite at 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1.0]).xlogx(), tensor([0.0, 0.0]));
    /// ```
    xlogx(x) = if x == T::ZERO { T::ZERO } else { x * x.ln() }, x => x.ln() + T::ONE;
    /// Floor division `⌊x / y⌋`, computed as `(x / y).floor()`; infinite or NaN for `y = 0`.
    /// Derivatives 0 everywhere, also at the jumps. The remainder, with the sign of `y`, is `x - y * x.floor_div(y)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([7.0, -7.0]).floor_div(4.0), tensor([1.0, -2.0]));
    /// assert_eq!((7.0_f64.floor_div(-4.0), f64::div_euclid(7.0, -4.0)), (-2.0, -1.0));
    /// ```
    floor_div(x, y) -> q = (x / y).floor(), reads (No, No, No), x (none), y (none), often_zero;
    /// `a + t (b - a)`: `a` for `t = 0`, `b` for `t = 1`. Derivatives `1 - t`, `t` and `b - a`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0]).lerp(3.0, 0.5), tensor([2.0, 2.5]));
    /// ```
    lerp(a, b, t) -> y = if t == T::ONE { b + times(t - T::ONE, b - a) } else { a + t * (b - a) }, reads (Yes, Yes, Yes, No),
        a (t => T::ONE - t), b (t => t), t (a, b => b - a);
    /// `scale x + shift`. Derivatives `scale`, `x` and 1.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0]).affine(3.0, 0.5), tensor([3.5, 6.5]));
    /// ```
    affine(x, scale, shift) -> y = scale * x + shift, reads (Yes, Yes, No, No),
        x (scale => scale), scale (x => x), shift (=> T::ONE);
    /// `ln(x + ε)`: not the same function as without `ε`. Derivatives `1 / (x + ε)` by both, finite for `x ≥ 0`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).ln_eps(1.0), tensor([0.0]));
    /// ```
    ln_eps(x, eps) -> y = (x + eps).ln(), reads (Yes, Yes, No), x (x, eps => (x + eps).recip()), eps (x, eps => (x + eps).recip());
    /// `log₂(x + ε)`: not the same function as without `ε`. Derivatives `1 / ((x + ε) ln 2)` by both, finite for `x ≥ 0`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).log2_eps(1.0), tensor([0.0]));
    /// ```
    log2_eps(x, eps) -> y = (x + eps).log2(), reads (Yes, Yes, No), x (x, eps => T::lit(core::f64::consts::LOG2_E) / (x + eps)), eps (x, eps => T::lit(core::f64::consts::LOG2_E) / (x + eps));
    /// `log₁₀(x + ε)`: not the same function as without `ε`. Derivatives `1 / ((x + ε) ln 10)` by both, finite for `x ≥ 0`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).log10_eps(1.0), tensor([0.0]));
    /// ```
    log10_eps(x, eps) -> y = (x + eps).log10(), reads (Yes, Yes, No), x (x, eps => T::lit(core::f64::consts::LOG10_E) / (x + eps)), eps (x, eps => T::lit(core::f64::consts::LOG10_E) / (x + eps));
    /// `√(x + ε)`: not the same function as without `ε`. Derivatives `1 / (2 √(x + ε))` by both, finite for `x ≥ 0`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).sqrt_eps(1.0), tensor([1.0]));
    /// ```
    sqrt_eps(x, eps) -> y = (x + eps).sqrt(), reads (Yes, Yes, No), x (x, eps => T::lit(0.5) / (x + eps).sqrt()), eps (x, eps => T::lit(0.5) / (x + eps).sqrt());
    /// `b + ε` for `b ≥ 0`, `b - ε` for `b < 0`: further from 0 by `ε`. Derivatives 1 by `b`, ±1 by `ε`. `a / b.away_from_zero(eps)` is the
    /// stabilised quotient.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(1.0 / 0.0_f64.away_from_zero(1e-10), 1e10);
    /// ```
    away_from_zero(b, eps) -> y = if b < T::ZERO { b - eps } else { b + eps }, reads (Yes, No, No),
        b (=> T::ONE), eps (b => if b < T::ZERO { -T::ONE } else { T::ONE });
}
