//! The larger and the smaller of two numbers: `x.max(y)` and `x.min(y)` of numbers, `x.maximum(&y)` and `x.minimum(&y)` of tensors.
//!
//! The derivative goes to the one that is taken, half to each if they are equal. A NaN loses against a number and gets nothing;
//! of two the value is NaN and the derivative zero.

use super::rows::rows;
use crate::real::Real;
use crate::rule::By2;
use crate::tape::{No, Yes};

/// What goes to `x` of the cotangent, where the maximum of `x` and `y` is taken.
#[inline(always)]
fn share<T: Real>(c: T, x: T, y: T) -> T {
    if x == y {
        // Rare: in a chain of maxima nothing else should wait for it.
        core::hint::cold_path();
        return c * T::lit(0.5);
    }
    // Without a branch: which one is larger may be random.
    let loses = (x < y) | x.is_nan();
    if loses { T::ZERO } else { c }
}

rows! {
    /// Leads from these methods to their rules.
    for numbers pub trait ExtremeOfTwoRules;

    /// The larger of two numbers, a NaN losing. Derivative 1 for the larger one, ½ for both if they are equal.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 5.0, f64::NAN]).maximum(&tensor([3.0, 3.0, 3.0])), tensor([3.0, 5.0, 3.0]));
    /// ```
    maximum(x, y) -> z = x.max(y), reads (Yes, Yes, No), x (x, y => |c| share(c, x, y)), y (x, y => |c| share(c, y, x)), chooses;
    /// The smaller of two numbers, a NaN losing. Derivative 1 for the smaller one, ½ for both if they are equal.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 5.0]).minimum(3.0), tensor([1.0, 3.0]));
    /// ```
    minimum(x, y) -> z = x.min(y), reads (Yes, Yes, No), x (x, y => |c| share(c, -x, -y)), y (x, y => |c| share(c, -y, -x)), chooses;
}

/// `max` and `min` of two numbers. Those of a tensor are found first, because they are its own.
pub trait ExtremesOfNumbers {
    crate::derivatives_of! {
        max: By2<maximum>;
        min: By2<minimum>;
    }
}
impl<X> ExtremesOfNumbers for X {}
