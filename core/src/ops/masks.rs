//! Comparisons, number by number: masks of 1 and 0, for [`select`](super::blends::Blends::select) or to multiply with.

use super::rows::rows;
use crate::tape::No;

rows! {
    /// Comparisons of numbers and tensors, number by number; the results are 1 and 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 5.0]).greater(&tensor([3.0, 3.0])), tensor([0.0, 1.0]));
    /// assert_eq!(2.0.less(3.0), 1.0);
    /// ```
    pub trait Masks;

    /// 1 where `x > y`, else 0; 0 if one is NaN. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0, 3.0]).greater(2.0), tensor([0.0, 0.0, 1.0]));
    /// ```
    greater(x, y) -> z = if x > y { T::ONE } else { T::ZERO }, reads (No, No, No), x (none), y (none), chooses;
    /// 1 where `x >= y`, else 0; 0 if one is NaN. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0, 3.0]).greater_equal(2.0), tensor([0.0, 1.0, 1.0]));
    /// ```
    greater_equal(x, y) -> z = if x >= y { T::ONE } else { T::ZERO }, reads (No, No, No), x (none), y (none), chooses;
    /// 1 where `x < y`, else 0; 0 if one is NaN. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0, 3.0]).less(2.0), tensor([1.0, 0.0, 0.0]));
    /// ```
    less(x, y) -> z = if x < y { T::ONE } else { T::ZERO }, reads (No, No, No), x (none), y (none), chooses;
    /// 1 where `x <= y`, else 0; 0 if one is NaN. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0, 3.0]).less_equal(2.0), tensor([1.0, 1.0, 0.0]));
    /// ```
    less_equal(x, y) -> z = if x <= y { T::ONE } else { T::ZERO }, reads (No, No, No), x (none), y (none), chooses;
    /// 1 where `x == y`, else 0; 0 if one is NaN. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0, 3.0]).equal(2.0), tensor([0.0, 1.0, 0.0]));
    /// ```
    equal(x, y) -> z = if x == y { T::ONE } else { T::ZERO }, reads (No, No, No), x (none), y (none), chooses;
    /// 1 where `x != y`, else 0; 1 if one is NaN. Derivatives 0 everywhere.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0, 3.0]).not_equal(2.0), tensor([1.0, 0.0, 1.0]));
    /// ```
    not_equal(x, y) -> z = if x == y { T::ZERO } else { T::ONE }, reads (No, No, No), x (none), y (none), chooses;
}
