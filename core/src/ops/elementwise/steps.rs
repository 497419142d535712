//! Absolute value, sign and rounding: straight lines and steps.

use crate::ops::rows::rows;

rows! {
    /// Leads from these methods to their rules.
    for numbers pub trait StepRules;

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
    signum(x) = x.signum(), none => T::ZERO, chooses;
    /// The largest whole number that is not above `x`. Derivative 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.5, -1.5]).floor(), tensor([1.0, -2.0]));
    /// ```
    floor(x) = x.floor(), none => T::ZERO, chooses;
    /// The smallest whole number that is not below `x`. Derivative 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.5, -1.5]).ceil(), tensor([2.0, -1.0]));
    /// ```
    ceil(x) = x.ceil(), none => T::ZERO, chooses;
    /// The nearest whole number, halves away from 0. Derivative 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.5, -2.5, 0.4]).round(), tensor([2.0, -3.0, 0.0]));
    /// ```
    round(x) = x.round(), none => T::ZERO, chooses;
    /// The integer part. Derivative 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.5, -1.5]).trunc(), tensor([1.0, -1.0]));
    /// ```
    trunc(x) = x.trunc(), none => T::ZERO, chooses;
    /// `x - trunc(x)`. Derivative 1 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.5, -1.5]).fract(), tensor([0.5, -0.5]));
    /// ```
    fract(x) = x.fract(), none => T::ONE;
}
