//! The error function and its complement.
//!
//! The standard library has them too, but not yet stable: of an `f32` or `f64` the method is [`Real`]'s, and the compiler warns that
//! the name may be taken one day (`unstable_name_collisions`). It will then mean the same.

use crate::ops::rows::rows;
use crate::real::Real;

rows! {
    /// Leads from these methods to their rules.
    for numbers pub trait ProbabilityRules;

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
