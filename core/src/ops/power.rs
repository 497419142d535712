//! Powers with whole and with real exponents.

use crate::differentiable::{Ct, NoGrad};
use crate::real::{Element, Real};
use crate::rule::{Lanes, Rule, Rule2};
use crate::slot::Slot;
use crate::tape::{No, Read, Yes};

use super::arithmetic::strong;

/// `xⁿ` with a whole exponent. Derivative `n xⁿ⁻¹`, 0 for `n = 0`.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default)]
pub struct powi;

impl Rule for powi {
    type Reads = (Yes, Yes, No);
}

/// `n xⁿ⁻¹`
#[inline(always)]
fn powi_partial<T: Real>(x: T, n: i32) -> T {
    if n == 0 { T::ZERO } else { T::lit(f64::from(n)) * x.powi(n.wrapping_sub(1)) }
}

impl<X: Lanes> Rule2<X, i32> for powi {
    type Output = X;
    type Residual = ();
    #[inline(always)]
    fn forward(x: &X, n: &i32) -> (X, ()) {
        (x.map_lanes(|x| x.powi(*n)), ())
    }
    #[inline(always)]
    fn vjp((): &(), x: Read<'_, X>, n: Read<'_, i32>, _: Read<'_, X>, c: &X, x_bar: impl Slot<Ct<X>>, _: impl Slot<NoGrad>) {
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

/// `xᵖ` with a real exponent, a number. Derivatives `p xᵖ⁻¹` (0 for `p = 0`) and `y ln x`.
///
/// At `x = 0` the derivative by `p` is 0 for `p > 0`, and where `x < 0` it is not a number; an exponent that is a constant costs
/// nothing and does no harm.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default)]
pub struct powf;

impl Rule for powf {
    type Reads = (Yes, Yes, Yes);
}

/// `p xᵖ⁻¹`
#[inline(always)]
fn powf_by_base<T: Real>(x: T, p: T) -> T {
    if p == T::ZERO { T::ZERO } else { p * x.powf(p - T::ONE) }
}

/// `xᵖ ln x`
#[inline(always)]
fn powf_by_exponent<T: Real>(x: T, y: T) -> T {
    if x == T::ZERO && y == T::ZERO { T::ZERO } else { y * x.ln() }
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
            Some(t) => by_base.zip_lanes(&x.zip_lanes(y, powf_by_exponent), |sum, slope| sum + strong(*t, |t| t * slope)),
            None => by_base,
        }
    }
}
