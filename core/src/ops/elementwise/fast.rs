//! Elementary functions by [`math`](crate::math): at most 2 ulp off, and vectorised in a loop over numbers.
//!
//! `#[differentiable(fast_math)]` writes these for the functions without `fast_`.

use super::activations::gated;
use crate::ops::rows::elementwise_of_two;
use crate::rule::times;
use crate::scalar::Real;
use crate::tape::Yes;

crate::elementwise! {
    /// Elementary functions by [`math`](crate::math): at most 2 ulp off, and vectorised in a loop over numbers. With
    /// `#[differentiable(fast_math)]` on a function, `x.exp()` in it is `x.fast_exp()`, and so on, in the function itself and in both
    /// modes of its derivative.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable(fast_math)]
    /// fn partition(x: &[f64; 4]) -> f64 {
    ///     let mut sum = 0.0;
    ///     for x in x {
    ///         sum += x.exp(); // no call of the platform's library
    ///     }
    ///     sum.ln()
    /// }
    ///
    /// let (value, gradient) = partition::value_and_grad(&[0.0; 4]);
    /// assert!((value - 4.0_f64.ln()).abs() < 4e-16);
    /// assert_eq!(gradient, [0.25; 4]);
    /// assert_eq!(1.5_f64.fast_exp(), cotangent::math::exp(1.5));
    /// ```
    pub trait FastMath;

    /// [`math::exp`](crate::math::exp). Derivative `eˣ`.
    fast_exp(x) = T::math_exp(x), y => y;
    /// [`math::exp2`](crate::math::exp2). Derivative `2ˣ ln 2`.
    fast_exp2(x) = T::math_exp2(x), y => y * T::lit(core::f64::consts::LN_2);
    /// [`math::exp_m1`](crate::math::exp_m1). Derivative `eˣ`.
    fast_exp_m1(x) = T::math_exp_m1(x), x => T::math_exp(x);
    /// [`math::ln`](crate::math::ln). Derivative `1/x`, also below 0; infinite at 0.
    fast_ln(x) = T::math_ln(x), x => T::ONE / x;
    /// [`math::ln_1p`](crate::math::ln_1p). Derivative `1 / (1 + x)`, also below -1; infinite at -1.
    fast_ln_1p(x) = T::math_ln_1p(x), x => T::ONE / (T::ONE + x);
    /// [`math::log2`](crate::math::log2). Derivative `1 / (x ln 2)`, also below 0; infinite at 0.
    fast_log2(x) = T::math_log2(x), x => T::lit(core::f64::consts::LOG2_E) / x;
    /// [`math::log10`](crate::math::log10). Derivative `1 / (x ln 10)`, also below 0; infinite at 0.
    fast_log10(x) = T::math_log10(x), x => T::lit(core::f64::consts::LOG10_E) / x;
    /// [`math::tanh`](crate::math::tanh). Derivative `1 - tanh² x`.
    fast_tanh(x) = T::math_tanh(x), y => T::ONE - y * y;
    /// [`math::sin`](crate::math::sin), NaN for huge angles. Derivative `cos x`.
    fast_sin(x) = T::math_sin(x), both => {
        x.math_sin_cos()
    };
    /// [`math::cos`](crate::math::cos), NaN for huge angles. Derivative `-sin x`.
    fast_cos(x) = T::math_cos(x), both => {
        let (sin, cos) = x.math_sin_cos();
        (cos, -sin)
    };
    /// [`math::erf`](crate::math::erf). Derivative `2/√π exp(-x²)`.
    fast_erf(x) = T::math_erf(x), x => T::lit(core::f64::consts::FRAC_2_SQRT_PI) * T::math_exp(-(x * x));
    /// [`math::erfc`](crate::math::erfc). Derivative `-2/√π exp(-x²)`.
    fast_erfc(x) = T::math_erfc(x), x => T::lit(-core::f64::consts::FRAC_2_SQRT_PI) * T::math_exp(-(x * x));
    /// [`math::sigmoid`](crate::math::sigmoid). Derivative `y (1 - y)`.
    fast_sigmoid(x) = T::math_sigmoid(x), y => y * (T::ONE - y);
    /// `ln σ(x)`, as `min(x, 0) - ln(1 + e^-|x|)`. Derivative `1 - σ(x)`.
    fast_log_sigmoid(x) = x.min(T::ZERO) - T::math_ln_1p(T::math_exp(-x.abs())), y => -T::math_exp_m1(y);
    /// `ln(1 + eˣ)`, as `max(x, 0) + ln(1 + e^-|x|)`. Derivative `σ(x)`.
    fast_softplus(x) = x.max(T::ZERO) + T::math_ln_1p(T::math_exp(-x.abs())), y => -T::math_exp_m1(-y);
    /// [`gelu`](crate::ops::Activations::gelu), by [`math::gelu`](crate::math::gelu). Derivative `Φ(x) + x φ(x)`, `φ` the normal density.
    fast_gelu(x) = x.math_gelu().0, both => x.math_gelu();
    /// [`gelu_tanh`](crate::ops::Activations::gelu_tanh), by [`math::sigmoid`](crate::math::sigmoid). Derivative
    /// `σ(2u) + 2 x u′ σ(2u) (1 - σ(2u))`.
    fast_gelu_tanh(x) = gated(x, T::math_sigmoids).0, both => gated(x, T::math_sigmoids);
    /// [`silu`](crate::ops::Activations::silu), by [`math::sigmoid`](crate::math::sigmoid). Derivative `σ(x) (1 + x (1 - σ(x)))`.
    fast_silu(x) = times(x, T::math_sigmoid(x)), both => {
        let (s, opposite) = x.math_sigmoids();
        (times(x, s), s + times(x, s * opposite))
    };
}

elementwise_of_two! {
    /// Powers by [`math`](crate::math), as [`FastMath`].
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable(fast_math)]
    /// fn power(x: f64, p: f64) -> f64 {
    ///     x.powf(p)
    /// }
    /// assert_eq!(power::grad(4.0, 0.5), (0.25, 2.0 * cotangent::math::ln(4.0)));
    /// ```
    pub trait FastPower;

    /// [`math::powf`](crate::math::powf). Derivatives `p xᵖ⁻¹` and `xᵖ ln x`, with the limits of [`powf`](crate::ops::power::powf).
    fast_powf(x, p) -> y = T::math_powf(x, p), reads (Yes, Yes, Yes), x (x, p => by_base(x, p)), p (x, y => by_exponent(x, y));
}

/// `p xᵖ⁻¹`
#[inline(always)]
fn by_base<T: Real>(x: T, p: T) -> T {
    let power = T::math_powf(x, p - T::ONE);
    p.strongly(|p| p * power)
}

/// `y ln x` for `y = xᵖ`; its limit 0 where `y` vanishes.
#[inline(always)]
fn by_exponent<T: Real>(x: T, y: T) -> T {
    let slope = y * T::math_ln(x);
    let slope = if x == T::ZERO { T::NAN } else { slope };
    if x >= T::ZERO && y == T::ZERO { T::ZERO } else { slope }
}
