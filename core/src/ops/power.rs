//! Powers with whole and with real exponents.
//!
//! A zero cotangent gives exactly zero, also where the derivative is infinite or not a number.

use super::linear::rule;
use super::numbers::strong;
use crate::differentiable::{Ct, NoGrad};
use crate::real::{Element, Real};
use crate::rule::{Lanes, Rule2};
use crate::slot::Slot;
use crate::tape::{No, Read, Yes};
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

    /// `xᵖ` of every element. Derivatives `p xᵖ⁻¹` and, by the exponent, `xᵖ ln x`.
    ///
    /// The derivative by `x` at 0 is 0 for `p > 1` and `p = 0`, 1 for `p = 1`, infinite otherwise. The one by `p` is 0 where `xᵖ`
    /// is 0 (`x = 0` with `p > 0`), and not a number for `x < 0` and for `x = 0` with `p ≤ 0`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn total(x: &Vector<f64, 2>, p: f64) -> f64 {
    ///     x.powf(p).sum()
    /// }
    /// assert_eq!(total::grad(&tensor([1.0, 4.0]), 0.5), (tensor([0.5, 0.25]), 2.0 * 4.0_f64.ln()));
    /// ```
    #[inline]
    #[must_use]
    pub fn powf(&self, p: T) -> Self {
        self.map(|x| x.powf(p))
    }
}

rule! {
    /// `xⁿ` with a whole exponent. Derivative `n xⁿ⁻¹`; 0 for `n = 0`, whatever `x` is.
    powi reads (Yes, Yes, No);
}

/// `n xⁿ⁻¹`
#[inline(always)]
fn powi_partial<T: Real>(x: T, n: i32) -> T {
    if n == 0 { T::ZERO } else { T::lit(f64::from(n)) * x.powi(n.saturating_sub(1)) }
}

impl<X: Lanes> Rule2<X, i32> for powi {
    type Output = X;
    type Residual = ();
    #[inline(always)]
    fn forward(x: &X, n: &i32) -> (X, ()) {
        (x.map_lanes(|x| x.powi(*n)), ())
    }
    #[inline(always)]
    fn vjp(
        (): &(),
        x: Read<'_, X>,
        n: Read<'_, i32>,
        _: Read<'_, X>,
        c: &X,
        x_bar: impl Slot<Ct<X>>,
        _: impl Slot<NoGrad>,
    ) {
        let n = *n.get();
        x_bar.accumulate(|d| d.add_zip(c, x.get(), |c, x| strong(c, |c| c * powi_partial(x, n))));
    }
    fn jvp(x: &X, n: &i32, _: &X, x_dot: Option<&X>, _: Option<&NoGrad>) -> X {
        match x_dot {
            Some(x_dot) => x_dot.zip_lanes(x, |t, x| strong(t, |t| t * powi_partial(x, *n))),
            None => x.map_lanes(|_| X::Lane::ZERO),
        }
    }
}

rule! {
    /// `xᵖ` with a real exponent, a number. Derivatives `p xᵖ⁻¹` (0 for `p = 0`) and `y ln x` (0 where `y` vanishes).
    ///
    /// An exponent that is a constant costs nothing, and its derivative does no harm where it is not a number.
    powf reads (Yes, Yes, Yes);
}

/// `p xᵖ⁻¹`
#[inline(always)]
fn powf_by_base<T: Real>(x: T, p: T) -> T {
    if p == T::ZERO { T::ZERO } else { p * x.powf(p - T::ONE) }
}

/// `y ln x` for `y = xᵖ`; its limit 0 where `y` vanishes.
#[inline(always)]
fn powf_by_exponent<T: Real>(x: T, y: T) -> T {
    if x >= T::ZERO && y == T::ZERO {
        T::ZERO
    } else if x == T::ZERO {
        T::NAN
    } else {
        y * x.ln()
    }
}

impl<X: Lanes> Rule2<X, X::Lane> for powf {
    type Output = X;
    type Residual = ();
    #[inline(always)]
    fn forward(x: &X, p: &X::Lane) -> (X, ()) {
        (x.map_lanes(|x| x.powf(*p)), ())
    }
    #[inline(always)]
    fn vjp(
        (): &(),
        x: Read<'_, X>,
        p: Read<'_, X::Lane>,
        y: Read<'_, X>,
        c: &X,
        x_bar: impl Slot<Ct<X>>,
        p_bar: impl Slot<Ct<X::Lane>>,
    ) {
        x_bar.accumulate(|d| d.add_zip(c, x.get(), |c, x| strong(c, |c| c * powf_by_base(x, *p.get()))));
        p_bar.accumulate(|d| {
            let slopes = x.get().zip_lanes(y.get(), powf_by_exponent);
            *d += c.zip_lanes(&slopes, |c, slope| strong(c, |c| c * slope)).total();
        });
    }
    fn jvp(x: &X, p: &X::Lane, y: &X, x_dot: Option<&X>, p_dot: Option<&X::Lane>) -> X {
        let by_base = match x_dot {
            Some(x_dot) => x_dot.zip_lanes(x, |t, x| strong(t, |t| t * powf_by_base(x, *p))),
            None => x.map_lanes(|_| X::Lane::ZERO),
        };
        match p_dot {
            Some(t) => {
                by_base.zip_lanes(&x.zip_lanes(y, powf_by_exponent), |sum, slope| sum + strong(*t, |t| t * slope))
            }
            None => by_base,
        }
    }
}
