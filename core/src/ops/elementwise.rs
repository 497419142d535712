//! The table of elementwise operations: one row is an operation, for numbers and for tensors, in both modes.
//!
//! `name(x) = value, x => partial` writes the derivative from the input, `y => partial` from the output, `both` computes it with the value. `strong` marks a partial
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
                // of two numbers; the maximum and minimum of a tensor are found first, because they are its own
                max: crate::rule::By2<super::extreme_of_two::larger>;
                min: crate::rule::By2<super::extreme_of_two::smaller>;
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
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, f64::NEG_INFINITY]).exp(), tensor([1.0, 0.0]));
    /// ```
    exp(x) = x.exp(), y => y;
    /// Natural logarithm; NaN below 0. Derivative `1/x`, also below 0; at 0 it is infinite, and a zero cotangent gives zero.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 0.0]).ln(), tensor([0.0, f64::NEG_INFINITY]));
    /// ```
    strong ln(x) = x.ln(), x => T::ONE / x;
    /// Square root; NaN below 0. Derivative `1 / (2 √x)`; at 0 it is infinite, and a zero cotangent gives zero.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([4.0, 9.0]).sqrt(), tensor([2.0, 3.0]));
    /// ```
    strong sqrt(x) = x.sqrt(), y => T::lit(0.5) / y;
    /// Sine. Derivative `cos x`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).sin(), tensor([0.0]));
    /// ```
    sin(x) = x.sin(), both => x.sin_cos();
    /// Cosine. Derivative `-sin x`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).cos(), tensor([1.0]));
    /// ```
    cos(x) = x.cos(), both => {
        let (s, c) = x.sin_cos();
        (c, -s)
    };
    /// Hyperbolic tangent. Derivative `1 - tanh² x`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1e9]).tanh(), tensor([0.0, 1.0]));
    /// ```
    tanh(x) = x.tanh(), y => T::ONE - y * y;
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
}

crate::elementwise! {
    /// Activation functions, for numbers and for tensors.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn neuron(x: &Vector<f64, 2>, w: &Vector<f64, 2>) -> f64 {
    ///     (x * w).sum().sigmoid()
    /// }
    /// let x = tensor([1.0, 2.0]);
    /// assert_eq!(neuron::value_and_grad(&x, &tensor([2.0, -1.0])), (0.5, (tensor([0.5, -0.25]), tensor([0.25, 0.5]))));
    /// ```
    pub trait Activations;

    /// `1 / (1 + e⁻ˣ)`, from the side that does not overflow. Derivative `y (1 - y)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, -1e9, 1e9]).sigmoid(), tensor([0.5, 0.0, 1.0]));
    /// assert_eq!(0.0_f32.sigmoid(), 0.5);
    /// ```
    sigmoid(x) = if x >= T::ZERO {
        T::ONE / (T::ONE + (-x).exp())
    } else {
        let e = x.exp();
        e / (T::ONE + e)
    }, y => y * (T::ONE - y);
    /// `max(x, 0)`; a NaN stays one. Derivative 1 for `x > 0`, 0 for `x ≤ 0`, also at 0; NaN at NaN.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn positive(x: &Vector<f64, 3>) -> f64 {
    ///     x.relu().sum()
    /// }
    /// assert_eq!(positive::value_and_grad(&tensor([-3.0, 0.0, 2.0])), (2.0, tensor([0.0, 0.0, 1.0])));
    /// ```
    relu(x) = if x <= T::ZERO { T::ZERO } else { x }, y => if y > T::ZERO { T::ONE } else { y * T::ZERO };
}
