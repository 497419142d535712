//! Elementwise comparisons, which give masks of 1 and 0, and selection by a mask.

use crate::ops::elementwise::rows::rows;
use crate::tape::{No, Yes};

rows! {
    /// Comparisons of numbers and tensors, number by number, whose results are 1 and 0; and `select`, the choice by such a mask.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 5.0]).greater(&tensor([3.0, 3.0])), tensor([0.0, 1.0]));
    /// assert_eq!(2.0.less(3.0), 1.0);
    /// ```
    pub trait Comparisons;

    /// 1 where `x > y`, else 0; 0 if one is NaN. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0, 3.0]).greater(2.0), tensor([0.0, 0.0, 1.0]));
    /// ```
    greater(x, y) -> z = if x > y { T::ONE } else { T::ZERO }, reads (No, No, No), x (none), y (none), often_zero;
    /// 1 where `x >= y`, else 0; 0 if one is NaN. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0, 3.0]).greater_equal(2.0), tensor([0.0, 1.0, 1.0]));
    /// ```
    greater_equal(x, y) -> z = if x >= y { T::ONE } else { T::ZERO }, reads (No, No, No), x (none), y (none), often_zero;
    /// 1 where `x < y`, else 0; 0 if one is NaN. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0, 3.0]).less(2.0), tensor([1.0, 0.0, 0.0]));
    /// ```
    less(x, y) -> z = if x < y { T::ONE } else { T::ZERO }, reads (No, No, No), x (none), y (none), often_zero;
    /// 1 where `x <= y`, else 0; 0 if one is NaN. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0, 3.0]).less_equal(2.0), tensor([1.0, 1.0, 0.0]));
    /// ```
    less_equal(x, y) -> z = if x <= y { T::ONE } else { T::ZERO }, reads (No, No, No), x (none), y (none), often_zero;
    /// 1 where `x == y`, else 0; 0 if one is NaN. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0, 3.0]).equal(2.0), tensor([0.0, 1.0, 0.0]));
    /// ```
    equal(x, y) -> z = if x == y { T::ONE } else { T::ZERO }, reads (No, No, No), x (none), y (none), often_zero;
    /// 1 where `x != y`, else 0; 1 if one is NaN. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0, 3.0]).not_equal(2.0), tensor([1.0, 0.0, 1.0]));
    /// ```
    not_equal(x, y) -> z = if x == y { T::ZERO } else { T::ONE }, reads (No, No, No), x (none), y (none), often_zero;
    /// `a` where the mask is not 0, else `b`. Derivative 1 for the selected operand, exactly 0 for the other; 0 for the mask.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([4.0, 0.0]);
    /// assert_eq!(x.greater(0.0).select(&x.recip(), -1.0), tensor([0.25, -1.0]));
    /// ```
    select(mask, a, b) -> y = if mask == T::ZERO { b } else { a }, reads (Yes, No, No, No),
        mask (none), a (mask => if mask == T::ZERO { T::ZERO } else { T::ONE }), b (mask => if mask == T::ZERO { T::ONE } else { T::ZERO }), often_zero;
}
