//! Powers with integer exponents.
//!
//! A zero cotangent gives exactly zero, also where the derivative is infinite or NaN.

use crate::rule::{By2, Lanes, rule, times};
use crate::scalar::Real;
use crate::tape::{No, Yes};
use crate::tensor::{AnyShape, Tensor};

impl<T: Real, S: AnyShape> Tensor<T, S> {
    /// `xⁿ` of every element. Derivative `n xⁿ⁻¹`; 0 for `n = 0`, whatever `x` is.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn energy(x: &Vector<f64, 3>) -> f64 {
    ///     x.powi(2).sum()
    /// }
    /// assert_eq!(energy::value_and_grad(&tensor([0.0, -1.0, 3.0])), (10.0, tensor([0.0, -2.0, 6.0])));
    /// ```
    #[inline]
    #[must_use]
    pub fn powi(&self, n: i32) -> Self {
        self.map(|x| x.powi(n))
    }
}

rule! {
    /// `xⁿ` with a whole exponent. Derivative `n xⁿ⁻¹`; 0 for `n = 0`, whatever `x` is.
    powi reads (Yes, Yes, No);
    by_hand for [X: Lanes] (x: X, n: i32) -> X;
    y = x.map_lanes(|x| x.powi(*n));
    x (x, n => |c, d| d.add_zip(c, x, |c, x| times(c, powi_partial(x, *n)))), n (none);
    tangent(x_dot, _n) = x_dot.map_or_else(X::zero, |t| t.zip_lanes(x, |t, x| times(t, powi_partial(x, *n))));
    second |x, (n, _), _, c, (x_bar, x_bar_dot), _| {
        let n = *n.get();
        X::add_zip_dual(x_bar, x_bar_dot, c, x, |c, x| times(c, powi_partial(x, n)));
    }
}

/// `n xⁿ⁻¹`
#[inline(always)]
pub(crate) fn powi_partial<T: Real>(x: T, n: i32) -> T {
    if n == 0 { T::ZERO } else { T::lit(f64::from(n)) * x.powi(n.saturating_sub(1)) }
}

/// Leads from the method to its rule.
pub trait PowiRule {
    crate::derivatives_of! { powi: By2<powi>; }
}
impl<X> PowiRule for X {}
