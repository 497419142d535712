//! Forms that stay finite at 0, by an `ε` that is added: a change of the function, which the caller asks for. `1e-10` is a usual one.
//!
//! The plain forms, [`ln`](crate::tensor::Tensor::ln), `/` and so on, have the values and derivatives of mathematics, infinite ones
//! included.

use super::rows::rows;
use crate::tape::{No, Yes};

rows! {
    /// Logarithms, root and quotient that stay finite at 0, by an `ε` that is added.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let p = tensor([1.0, 0.0]);
    /// assert!(p.ln_eps(1e-10).sum().is_finite());
    /// ```
    pub trait Stabilised;

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
