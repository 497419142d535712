//! Exponentials, logarithms, roots and the reciprocal.

use crate::ops::rows::rows;

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
}
