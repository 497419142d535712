//! Exponentials, logarithms, powers, roots, the reciprocal and the error functions.
//!
//! The standard library has the error functions too, but not yet stable: of an `f32` or `f64` the method is [`Real`]'s, and the compiler warns
//! that the name may be taken one day (`unstable_name_collisions`). It will then mean the same.

use crate::ops::elementwise::rows::rows;
use crate::scalar::Real;
use crate::tape::Yes;

rows! {
    /// Leads from these methods to their rules.
    for numbers pub trait ExponentialRules;

    /// `eˣ`. Derivative `eˣ`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, f64::NEG_INFINITY]).exp(), tensor([1.0, 0.0]));
    /// ```
    exp(x) = x.exp(), y => y;
    /// `2ˣ`. Derivative `2ˣ ln 2`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([3.0, -1.0]).exp2(), tensor([8.0, 0.5]));
    /// ```
    exp2(x) = x.exp2(), y => y * T::lit(core::f64::consts::LN_2);
    /// `eˣ - 1`, accurate near 0. Derivative `eˣ`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1e-20]).exp_m1(), tensor([0.0, 1e-20]));
    /// ```
    exp_m1(x) = x.exp_m1(), x => x.exp();
    /// Natural logarithm; NaN below 0. Derivative `1/x`, also below 0; infinite at 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 0.0]).ln(), tensor([0.0, f64::NEG_INFINITY]));
    /// ```
    ln(x) = x.ln(), x => T::ONE / x;
    /// `ln(1 + x)`, accurate near 0; NaN below -1. Derivative `1 / (1 + x)`, also below -1; infinite at -1.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1e-20]).ln_1p(), tensor([0.0, 1e-20]));
    /// ```
    ln_1p(x) = x.ln_1p(), x => T::ONE / (T::ONE + x);
    /// Logarithm to base 2; NaN below 0. Derivative `1 / (x ln 2)`, also below 0; infinite at 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([8.0, 0.5]).log2(), tensor([3.0, -1.0]));
    /// ```
    log2(x) = x.log2(), x => T::lit(core::f64::consts::LOG2_E) / x;
    /// Logarithm to base 10; NaN below 0. Derivative `1 / (x ln 10)`, also below 0; infinite at 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([100.0, 1.0]).log10(), tensor([2.0, 0.0]));
    /// ```
    log10(x) = x.log10(), x => T::lit(core::f64::consts::LOG10_E) / x;
    /// Logarithm to any base: `ln x / ln b`. Derivatives `1 / (x ln b)` by `x` and `-y / (b ln b)` by `b`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([9.0, 1.0]).log(3.0), tensor([2.0, 0.0]));
    /// ```
    log(x, b) -> y = x.ln() / b.ln(), reads (Yes, Yes, Yes),
        x (x, b => (x * b.ln()).recip()), b (b, y => -y / (b * b.ln()));
    /// Square root; NaN below 0. Derivative `1 / (2 √x)`; infinite at 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([4.0, 9.0]).sqrt(), tensor([2.0, 3.0]));
    /// ```
    sqrt(x) = x.sqrt(), y => T::lit(0.5) / y;
    /// Cube root, negative below 0. Derivative `1 / (3 ∛x²)`; infinite at 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([8.0, -27.0]).cbrt(), tensor([2.0, -3.0]));
    /// ```
    cbrt(x) = x.cbrt(), y => T::ONE / (T::lit(3.0) * y * y);
    /// `1/x`. Derivative `-1/x²`; infinite at 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([4.0, -0.5]).recip(), tensor([0.25, -2.0]));
    /// ```
    recip(x) = x.recip(), y => -(y * y);
    /// `xᵖ`. Derivatives `p xᵖ⁻¹` and, by the exponent, `xᵖ ln x`. The derivative by `x` at 0 is 0 for `p > 1` and `p = 0`, 1 for
    /// `p = 1`, infinite otherwise. The one by `p` is 0 where `xᵖ` is 0 (`x = 0` with `p > 0`), and not a number for `x < 0` and for
    /// `x = 0` with `p ≤ 0`.
    ///
    /// The exponent is a number, or a tensor that broadcasts.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn total(x: &Vector<f64, 2>, p: f64) -> f64 {
    ///     x.powf(p).sum()
    /// }
    /// assert_eq!(total::grad(&tensor([1.0, 4.0]), 0.5), (tensor([0.5, 0.25]), 2.0 * 4.0_f64.ln()));
    /// assert_eq!(tensor([2.0, 3.0]).powf(&tensor([3.0, 2.0])), tensor([8.0, 9.0]));
    /// ```
    powf(x, p) -> y = x.powf(p), reads (Yes, Yes, Yes), x (x, p => by_base(x, p)), p (x, y => by_exponent(x, y));
    /// The error function, `2/√π ∫ exp(-t²) dt` from 0 to `x`. Derivative `2/√π exp(-x²)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1e9]).erf(), tensor([0.0, 1.0]));
    /// ```
    erf(x) = Real::erf(x), x => T::lit(core::f64::consts::FRAC_2_SQRT_PI) * (-(x * x)).exp();
    /// `1 - erf(x)`, accurate where that is tiny. Derivative `-2/√π exp(-x²)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1e9]).erfc(), tensor([1.0, 0.0]));
    /// ```
    erfc(x) = Real::erfc(x), x => T::lit(-core::f64::consts::FRAC_2_SQRT_PI) * (-(x * x)).exp();
}

/// `p xᵖ⁻¹`
#[inline(always)]
pub(super) fn by_base<T: Real>(x: T, p: T) -> T {
    let power = x.powf(p - T::ONE);
    p.strongly(|p| p * power)
}

/// `y ln x` for `y = xᵖ`; its limit 0 where `y` vanishes. Without branches, for loops over many numbers.
#[inline(always)]
pub(super) fn by_exponent<T: Real>(x: T, y: T) -> T {
    let slope = y * x.ln();
    let slope = if x == T::ZERO { T::NAN } else { slope };
    if x >= T::ZERO && y == T::ZERO { T::ZERO } else { slope }
}
