//! Fast elementary functions: within 2 ulp, and vectorised in loops over numbers.
//!
//! Each is the row of the function, computed in [lanes](crate::real::Fast). `#[differentiable(fast_math)]` writes these for the functions
//! without `fast_`.

use super::activations::{gelu, gelu_tanh, log_sigmoid, sigmoid, silu, softplus};
use super::exponential::{by_base, by_exponent, erf, erfc, exp, exp_m1, exp2, ln, ln_1p, log2, log10, powf};
use super::trigonometric::{cos, sin, tanh};
use crate::ops::elementwise::rows::{row, rows};
use crate::rule::Elementwise;
use crate::scalar::Real;
use crate::tape::Yes;

/// A table of rows that are rows of another table, in lanes; and one of two operands.
macro_rules! in_lanes {
    (
        $(#[$head:meta])* pub trait $trait:ident;
        $(#[$two:meta])* $power:ident(x, $p:ident) = powf;
        $($(#[$meta:meta])* $name:ident(x) = $row:ident;)*
    ) => {
        $(
            $(#[$meta])*
            #[allow(non_camel_case_types)]
            #[derive(Clone, Copy, Debug, Default)]
            pub struct $name;

            impl Elementwise for $name {
                type From = <$row as Elementwise>::From;
                #[inline(always)]
                fn value<T: Real>(x: T) -> T {
                    T::of_lane($row::value(x.lane()))
                }
                #[inline(always)]
                fn partial<T: Real>(from: T) -> T {
                    T::of_lane($row::partial(from.lane()))
                }
                #[inline(always)]
                fn both<T: Real>(x: T) -> (T, T) {
                    let (value, partial) = $row::both(x.lane());
                    (T::of_lane(value), T::of_lane(partial))
                }
            }
        )*
        row! {
            $(#[$two])*
            $power(x, $p) -> y = two(x, $p, powf::value), reads (Yes, Yes, Yes),
            x (x, $p => two(x, $p, by_base)), $p (x, y => two(x, y, by_exponent));
        }
        rows! {
            @own [$(#[$head])* pub] $trait { $($name: crate::rule::By1<$name>;)* $power: crate::rule::By2<$power>; }
            [$(($name [$(#[$meta])*]))*] [($power $p [$(#[$two])*])] []
        }
    };
}

/// A function of two numbers, in lanes.
#[inline(always)]
fn two<T: Real>(x: T, y: T, f: impl Fn(T::Lane, T::Lane) -> T::Lane) -> T {
    T::of_lane(f(x.lane(), y.lane()))
}

in_lanes! {
    /// Fast elementary functions: within 2 ulp, and vectorised in loops over numbers. With `#[differentiable(fast_math)]` on a function,
    /// `x.exp()` in it is `x.fast_exp()`, and so on, in the function itself and in both modes of its derivative.
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

    /// [`math::powf`](crate::math::powf). Derivatives `p xᵖ⁻¹` and `xᵖ ln x`, with the limits of [`powf`](crate::ops::elementwise::powf).
    fast_powf(x, p) = powf;
    /// [`math::exp`](crate::math::exp). Derivative `eˣ`.
    fast_exp(x) = exp;
    /// [`math::exp2`](crate::math::exp2). Derivative `2ˣ ln 2`.
    fast_exp2(x) = exp2;
    /// [`math::exp_m1`](crate::math::exp_m1). Derivative `eˣ`.
    fast_exp_m1(x) = exp_m1;
    /// [`math::ln`](crate::math::ln). Derivative `1/x`, also below 0; infinite at 0.
    fast_ln(x) = ln;
    /// [`math::ln_1p`](crate::math::ln_1p). Derivative `1 / (1 + x)`, also below -1; infinite at -1.
    fast_ln_1p(x) = ln_1p;
    /// [`math::log2`](crate::math::log2). Derivative `1 / (x ln 2)`, also below 0; infinite at 0.
    fast_log2(x) = log2;
    /// [`math::log10`](crate::math::log10). Derivative `1 / (x ln 10)`, also below 0; infinite at 0.
    fast_log10(x) = log10;
    /// [`math::tanh`](crate::math::tanh). Derivative `1 - tanh² x`.
    fast_tanh(x) = tanh;
    /// [`math::sin`](crate::math::sin), NaN for huge angles. Derivative `cos x`.
    fast_sin(x) = sin;
    /// [`math::cos`](crate::math::cos), NaN for huge angles. Derivative `-sin x`.
    fast_cos(x) = cos;
    /// [`math::erf`](crate::math::erf). Derivative `2/√π exp(-x²)`.
    fast_erf(x) = erf;
    /// [`math::erfc`](crate::math::erfc). Derivative `-2/√π exp(-x²)`.
    fast_erfc(x) = erfc;
    /// [`math::sigmoid`](crate::math::sigmoid). Derivative `y (1 - y)`.
    fast_sigmoid(x) = sigmoid;
    /// `ln σ(x)`, as `min(x, 0) - ln(1 + e^-|x|)`. Derivative `1 - σ(x)`.
    fast_log_sigmoid(x) = log_sigmoid;
    /// `ln(1 + eˣ)`, as `max(x, 0) + ln(1 + e^-|x|)`. Derivative `σ(x)`.
    fast_softplus(x) = softplus;
    /// [`gelu`](crate::ops::Activations::gelu), by [`math::gelu`](crate::math::gelu). Derivative `Φ(x) + x φ(x)`, `φ` the normal density.
    fast_gelu(x) = gelu;
    /// [`gelu_tanh`](crate::ops::Activations::gelu_tanh), by [`math::sigmoid`](crate::math::sigmoid). Derivative
    /// `σ(2u) + 2 x u′ σ(2u) (1 - σ(2u))`.
    fast_gelu_tanh(x) = gelu_tanh;
    /// [`silu`](crate::ops::Activations::silu), by [`math::sigmoid`](crate::math::sigmoid). Derivative `σ(x) (1 + x (1 - σ(x)))`.
    fast_silu(x) = silu;
}
