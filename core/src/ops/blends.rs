//! Functions of three numbers: bounds, interpolation, scale and shift, choice. The first operand gives the shape; the others are numbers, or
//! tensors that are repeated along it.

use super::rows::rows;
use crate::real::Real;
use crate::rule::times;
use crate::tape::{No, Yes};

rows! {
    /// Functions of three numbers that the standard library does not have; the first operand gives the shape.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([[1.0, 2.0], [3.0, 4.0]]);
    /// assert_eq!(x.affine(&tensor([1.0, 10.0]), 0.5), tensor([[1.5, 20.5], [3.5, 40.5]]));
    /// ```
    pub trait Blends;

    /// `a + t (b - a)`: `a` for `t = 0`, `b` for `t = 1`. Derivatives `1 - t`, `t` and `b - a`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0]).lerp(3.0, 0.5), tensor([2.0, 2.5]));
    /// ```
    lerp(a, b, t) -> y = if t == T::ONE { b + times(t - T::ONE, b - a) } else { a + t * (b - a) }, reads (Yes, Yes, Yes, No),
        a (t => T::ONE - t), b (t => t), t (a, b => b - a);
    /// `scale x + shift`. Derivatives `scale`, `x` and 1.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0]).affine(3.0, 0.5), tensor([3.5, 6.5]));
    /// ```
    affine(x, scale, shift) -> y = scale * x + shift, reads (Yes, Yes, No, No),
        x (scale => scale), scale (x => x), shift (=> T::ONE);
    /// `a` where the mask is not 0, `b` where it is. Derivative 1 for the one that is taken, exactly 0 for the other; 0 for the mask.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([4.0, 0.0]);
    /// assert_eq!(x.greater(0.0).select(&x.recip(), -1.0), tensor([0.25, -1.0]));
    /// ```
    select(mask, a, b) -> y = if mask == T::ZERO { b } else { a }, reads (Yes, No, No, No),
        mask (none), a (mask => if mask == T::ZERO { T::ZERO } else { T::ONE }), b (mask => if mask == T::ZERO { T::ONE } else { T::ZERO }), chooses;
}

rows! {
    /// Leads from these methods to their rules.
    for numbers pub trait BlendRules;

    /// `x`, but not below `low` nor above `high`; a NaN stays one. Panics if `low > high`. Derivative by `x`: 1 from `low` to `high`, both
    /// included, else 0; by a bound: 1 where `x` is beyond it.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([-3.0, 0.5, 2.0]).clamp(-1.0, &tensor([1.0, 0.0, 5.0])), tensor([-1.0, 0.0, 2.0]));
    /// ```
    clamp(x, low, high) -> y = Real::clamp(x, low, high), reads (Yes, Yes, Yes, Yes),
        x (x, y => if x == y { T::ONE } else { T::ZERO }),
        low (x, low => if x < low { T::ONE } else { T::ZERO }), high (x, high => if x > high { T::ONE } else { T::ZERO }), chooses;
    /// `x a + b`, rounded once. Derivatives `a`, `x` and 1.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0]).mul_add(3.0, 0.5), tensor([3.5, 6.5]));
    /// ```
    mul_add(x, a, b) -> y = x.mul_add(a, b), reads (Yes, Yes, No, No),
        x (a => a), a (x => x), b (=> T::ONE);
}
