//! Powers with whole and with real exponents.
//!
//! A zero cotangent gives exactly zero, also where the derivative is infinite or not a number.

use super::rows::rows;
use crate::real::Real;
use crate::rule::{By2, Lanes, rule, times};
use crate::tape::{No, Yes};
use crate::tensor::{Shape, Tensor};

impl<T: Real, S: Shape> Tensor<T, S> {
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

rows! {
    /// Leads from these methods to their rules.
    for numbers pub trait PowerRules;

    /// `xᵖ`. Derivatives `p xᵖ⁻¹` and, by the exponent, `xᵖ ln x`. The derivative by `x` at 0 is 0 for `p > 1` and `p = 0`, 1 for
    /// `p = 1`, infinite otherwise. The one by `p` is 0 where `xᵖ` is 0 (`x = 0` with `p > 0`), and not a number for `x < 0` and for
    /// `x = 0` with `p ≤ 0`.
    ///
    /// The exponent is a number, or a tensor that broadcasts.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn total(x: &Vector<f64, 2>, p: f64) -> f64 {
    ///     x.powf(p).sum()
    /// }
    /// assert_eq!(total::grad(&tensor([1.0, 4.0]), 0.5), (tensor([0.5, 0.25]), 2.0 * 4.0_f64.ln()));
    /// assert_eq!(tensor([2.0, 3.0]).powf(&tensor([3.0, 2.0])), tensor([8.0, 9.0]));
    /// ```
    powf(x, p) -> y = x.powf(p), reads (Yes, Yes, Yes), x (x, p => by_base(x, p)), p (x, y => by_exponent(x, y));
}

/// `p xᵖ⁻¹`
#[inline(always)]
pub(super) fn by_base<T: Real>(x: T, p: T) -> T {
    let power = x.powf(p - T::ONE);
    p.strongly(|p| p * power)
}

/// `y ln x` for `y = xᵖ`; its limit 0 where `y` vanishes. Without branches, for loops over many numbers.
#[inline(always)]
pub(super) fn by_exponent<T: Real>(x: T, y: T) -> T {
    let slope = y * x.ln();
    let slope = if x == T::ZERO { T::NAN } else { slope };
    if x >= T::ZERO && y == T::ZERO { T::ZERO } else { slope }
}
