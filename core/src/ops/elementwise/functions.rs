//! Functions that the standard library does not have.

crate::elementwise! {
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
    sign(x) = if x > T::ZERO { T::ONE } else if x < T::ZERO { -T::ONE } else { x }, none => T::ZERO, often_zero;
    /// `x ln x`, continued by 0 at 0; NaN below. Derivative `ln x + 1`; infinite at 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1.0]).xlogx(), tensor([0.0, 0.0]));
    /// ```
    xlogx(x) = if x == T::ZERO { T::ZERO } else { x * x.ln() }, x => x.ln() + T::ONE;
}
