//! Division that is rounded, and what it leaves. The remainder `%` is an [operator](super::arithmetic::rem).

use super::rows::rows;
use crate::real::Real;
use crate::tape::{No, Yes};

rows! {
    /// Leads from these methods to their rules.
    for numbers pub trait QuotientRules;

    /// The quotient of the Euclidean division, a whole number. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([7.0, -7.0]).div_euclid(4.0), tensor([1.0, -2.0]));
    /// ```
    div_euclid(a, b) -> q = Real::div_euclid(a, b), reads (No, No, No), a (none), b (none), chooses;
    /// The remainder of the Euclidean division, from 0 to below `|b|`. Derivatives 1 and `-q`, the quotient; also where it jumps.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([7.0, -7.0]).rem_euclid(4.0), tensor([3.0, 1.0]));
    /// ```
    rem_euclid(a, b) -> r = Real::rem_euclid(a, b), reads (Yes, Yes, No),
        a (=> T::ONE), b (a, b => -Real::div_euclid(a, b));
}
