//! Functions that the standard library does not have.

use crate::ops::rows::rows;
use crate::tape::No;

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
    sign(x) = if x > T::ZERO { T::ONE } else if x < T::ZERO { -T::ONE } else { x }, none => T::ZERO, chooses;
    /// `x ln x`, continued by 0 at 0; NaN below. Derivative `ln x + 1`; infinite at 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1.0]).xlogx(), tensor([0.0, 0.0]));
    /// ```
    xlogx(x) = if x == T::ZERO { T::ZERO } else { x * x.ln() }, x => x.ln() + T::ONE;
    /// `⌊x / y⌋`, a whole number: floor division. The quotient is rounded before, as in `(x / y).floor()`; infinite or NaN for `y = 0`.
    /// Derivatives 0 everywhere, also where it jumps. What it leaves, with the sign of `y`, is `x - y * x.floor_div(y)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([7.0, -7.0]).floor_div(4.0), tensor([1.0, -2.0]));
    /// assert_eq!((7.0_f64.floor_div(-4.0), f64::div_euclid(7.0, -4.0)), (-2.0, -1.0));
    /// ```
    floor_div(x, y) -> q = (x / y).floor(), reads (No, No, No), x (none), y (none), chooses;
}
