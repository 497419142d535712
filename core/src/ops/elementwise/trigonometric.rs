//! Trigonometric and hyperbolic functions and their inverses.

use crate::ops::elementwise::rows::rows;
use crate::tape::{No, Yes};

rows! {
    /// Leads from these methods to their rules.
    for numbers pub trait TrigonometricRules;

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
    /// Tangent. Derivative `1 + tan² x`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).tan(), tensor([0.0]));
    /// ```
    tan(x) = x.tan(), y => T::ONE + y * y;
    /// Arcsine, between -π/2 and π/2; NaN beyond ±1. Derivative `1 / √(1 - x²)`; infinite at ±1.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).asin(), tensor([0.0]));
    /// ```
    asin(x) = x.asin(), x => ((T::ONE - x) * (T::ONE + x)).sqrt().recip();
    /// Arccosine, between 0 and π; NaN beyond ±1. Derivative `-1 / √(1 - x²)`; infinite at ±1.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0]).acos(), tensor([0.0]));
    /// ```
    acos(x) = x.acos(), x => -((T::ONE - x) * (T::ONE + x)).sqrt().recip();
    /// Arctangent, between -π/2 and π/2. Derivative `1 / (1 + x²)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).atan(), tensor([0.0]));
    /// ```
    atan(x) = x.atan(), x => T::ONE / (T::ONE + x * x);
    /// Hyperbolic sine. Derivative `cosh x`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).sinh(), tensor([0.0]));
    /// ```
    sinh(x) = x.sinh(), x => x.cosh();
    /// Hyperbolic cosine. Derivative `sinh x`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).cosh(), tensor([1.0]));
    /// ```
    cosh(x) = x.cosh(), x => x.sinh();
    /// Hyperbolic tangent. Derivative `1 - tanh² x`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1e9]).tanh(), tensor([0.0, 1.0]));
    /// ```
    tanh(x) = x.tanh(), y => T::ONE - y * y;
    /// Inverse hyperbolic sine. Derivative `1 / √(x² + 1)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).asinh(), tensor([0.0]));
    /// ```
    asinh(x) = x.asinh(), x => x.hypot(T::ONE).recip();
    /// Inverse hyperbolic cosine; NaN below 1. Derivative `1 / √(x² - 1)`; infinite at 1.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0]).acosh(), tensor([0.0]));
    /// ```
    acosh(x) = x.acosh(), x => ((x - T::ONE).sqrt() * (x + T::ONE).sqrt()).recip();
    /// Inverse hyperbolic tangent; infinite at ±1, NaN beyond. Derivative `1 / (1 - x²)`; infinite at ±1.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1.0]).atanh(), tensor([0.0, f64::INFINITY]));
    /// ```
    atanh(x) = x.atanh(), x => T::ONE / ((T::ONE - x) * (T::ONE + x));
    /// From radians to degrees, `180 x / π`. Derivative `180 / π`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0]).to_degrees(), tensor([0.0]));
    /// ```
    to_degrees(x) = x.to_degrees(), none => T::lit(180.0 / core::f64::consts::PI);
    /// From degrees to radians, `π x / 180`. Derivative `π / 180`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([180.0]).to_radians(), tensor([core::f64::consts::PI]));
    /// ```
    to_radians(x) = x.to_radians(), none => T::lit(core::f64::consts::PI / 180.0);
    /// The angle of the point `(x, y)`, `y` being the receiver, between -π and π. Derivatives `x / r²` by `y` and `-y / r²` by `x`, with
    /// `r² = x² + y²`; NaN at the origin.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1.0]).atan2(&tensor([1.0, 0.0])), tensor([0.0, core::f64::consts::FRAC_PI_2]));
    /// ```
    atan2(y, x) -> z = y.atan2(x), reads (Yes, Yes, No),
        y (y, x => { let r = y.hypot(x); x / r / r }),
        x (y, x => { let r = y.hypot(x); -y / r / r });
    /// `√(x² + y²)`, without intermediate overflow. Derivatives `x / r` and `y / r`; both 0 at the origin.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([3.0, 0.0]).hypot(&tensor([4.0, 0.0])), tensor([5.0, 0.0]));
    /// ```
    hypot(x, y) -> r = x.hypot(y), reads (Yes, Yes, Yes),
        x (x, r => if r == T::ZERO { T::ZERO } else { x / r }),
        y (y, r => if r == T::ZERO { T::ZERO } else { y / r });
}
