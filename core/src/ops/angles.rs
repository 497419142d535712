//! Lengths and angles in the plane, and the sign of another number.

use super::rows::rows;
use crate::tape::{No, Yes};

rows! {
    /// Leads from these methods to their rules.
    for numbers pub trait AngleRules;

    /// The angle of the point `(x, y)`, `y` being the receiver, between -π and π. Derivatives `x / r²` by `y` and `-y / r²` by `x`, with
    /// `r² = x² + y²`; not numbers at the origin.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1.0]).atan2(&tensor([1.0, 0.0])), tensor([0.0, core::f64::consts::FRAC_PI_2]));
    /// ```
    atan2(y, x) -> z = y.atan2(x), reads (Yes, Yes, No),
        y (y, x => { let r = y.hypot(x); x / r / r }),
        x (y, x => { let r = y.hypot(x); -y / r / r });
    /// `√(x² + y²)`, without overflow on the way. Derivatives `x / r` and `y / r`; both 0 at the origin.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([3.0, 0.0]).hypot(&tensor([4.0, 0.0])), tensor([5.0, 0.0]));
    /// ```
    hypot(x, y) -> r = x.hypot(y), reads (Yes, Yes, Yes),
        x (x, r => if r == T::ZERO { T::ZERO } else { x / r }),
        y (y, r => if r == T::ZERO { T::ZERO } else { y / r });
    /// `|x|` with the sign of `sign`. Derivative by `x`: 1 if the signs are the same, -1 if not, 0 at 0; by `sign` 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([3.0, -2.0]).copysign(-1.0), tensor([-3.0, -2.0]));
    /// ```
    copysign(x, sign) -> y = x.copysign(sign), reads (Yes, Yes, No),
        x (x, sign => if x == T::ZERO { T::ZERO } else { x.signum() * sign.signum() }),
        sign (none);
}
