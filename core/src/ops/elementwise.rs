//! The table of elementwise operations: one row is an operation, for numbers and for tensors, in both modes.
//!
//! `name(x) = value, x => partial` writes the derivative from the input, `y => partial` from the output. `strong` marks a partial
//! that may be infinite: a zero cotangent then gives exactly zero.

use crate::real::Real;
use crate::rule::{By1, Elementwise};
use crate::tensor::{Shape, Tensor};

/// Operations that numbers already have as methods: a row makes the rule, and the method of tensors.
macro_rules! known {
    ($($rows:tt)*) => {
        crate::elementwise_rules! { $($rows)* }
        known_methods! { [] $($rows)* }
    };
}

macro_rules! known_methods {
    ([$($(#[$doc:meta])* $name:ident)*]) => {
        impl<T: Real, S: Shape> Tensor<T, S> {
            $(
                $(#[$doc])*
                #[inline]
                #[must_use]
                pub fn $name(&self) -> Self {
                    self.map(<$name as Elementwise>::value)
                }
            )*
        }

        /// Leads from the methods of numbers and tensors to their rules.
        pub trait ElementwiseRules {
            crate::derivatives_of! {
                $($name: By1<$name>;)*
                powi: crate::rule::By2<super::power::powi>;
                powf: crate::rule::By2<super::power::powf>;
            }
        }
        impl<X> ElementwiseRules for X {}
    };
    ([$($done:tt)*] $(#[$meta:meta])* strong $name:ident($x:ident) = $value:expr, $from:ident => $partial:expr; $($rest:tt)*) => {
        known_methods! { [$($done)* $(#[$meta])* $name] $($rest)* }
    };
    ([$($done:tt)*] $(#[$meta:meta])* $name:ident($x:ident) = $value:expr, $from:ident => $partial:expr; $($rest:tt)*) => {
        known_methods! { [$($done)* $(#[$meta])* $name] $($rest)* }
    };
}

known! {
    /// `eˣ`. Derivative `eˣ`.
    exp(x) = x.exp(), y => y;
    /// Natural logarithm. Derivative `1/x`, also where the logarithm is not a number; at 0 it is infinite.
    strong ln(x) = x.ln(), x => T::ONE / x;
    /// Square root. Derivative `1 / (2 √x)`; at 0 it is infinite.
    strong sqrt(x) = x.sqrt(), y => T::lit(0.5) / y;
    /// Sine. Derivative `cos x`.
    sin(x) = x.sin(), x => x.cos();
    /// Cosine. Derivative `-sin x`.
    cos(x) = x.cos(), x => -x.sin();
    /// Hyperbolic tangent. Derivative `1 - tanh² x`.
    tanh(x) = x.tanh(), y => T::ONE - y * y;
    /// Absolute value. Derivative `sign x`; 0 at 0.
    abs(x) = x.abs(), x => if x > T::ZERO { T::ONE } else if x < T::ZERO { -T::ONE } else { x * T::ZERO };
}

crate::elementwise! {
    /// Activation functions, for numbers and for tensors.
    pub trait Activations;

    /// `1 / (1 + e⁻ˣ)`, from the side that does not overflow. Derivative `y (1 - y)`.
    sigmoid(x) = if x >= T::ZERO {
        T::ONE / (T::ONE + (-x).exp())
    } else {
        let e = x.exp();
        e / (T::ONE + e)
    }, y => y * (T::ONE - y);
    /// `max(x, 0)`; a NaN stays one. Derivative 1 for `x > 0`, else 0, also at 0.
    relu(x) = if x <= T::ZERO { T::ZERO } else { x }, y => if y > T::ZERO { T::ONE } else { y * T::ZERO };
}

impl<T: Real, S: Shape> Tensor<T, S> {
    /// `xⁿ`. Derivative `n xⁿ⁻¹`, 0 for `n = 0`.
    #[inline]
    #[must_use]
    pub fn powi(&self, n: i32) -> Self {
        self.map(|x| x.powi(n))
    }

    /// `xᵖ`. Derivatives `p xᵖ⁻¹` (0 for `p = 0`) and `y ln x`.
    #[inline]
    #[must_use]
    pub fn powf(&self, p: T) -> Self {
        self.map(|x| x.powf(p))
    }
}
