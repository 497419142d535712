//! `x.clone()`: another name for the value, whose cotangent goes back to the original.

use crate::differentiable::{Ct, DEBUG, Differentiable};
use crate::rule::lift::second;
use crate::rule::slot::{Slot, give};
use crate::rule::{By1, Rule, Rule1};
use crate::tape::{No, Read};

/// `y = x`. Derivative 1.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default)]
pub struct clone;

impl Rule for clone {
    type Reads = (No, No);
}

impl<X: Differentiable + Clone> Rule1<X> for clone {
    type Output = X;
    type Residual = ();
    #[inline(always)]
    fn forward(x: &X) -> (X, ()) {
        let y = x.clone();
        is_a_copy(&y, x);
        (y, ())
    }
    #[inline(always)]
    fn vjp((): &(), _: Read<'_, X>, _: Read<'_, X>, c: &Ct<X>, x_bar: impl Slot<Ct<X>>) {
        give(x_bar, c);
    }
    #[inline(always)]
    fn jvp(_: &X, _: &X, x_dot: Option<&Ct<X>>) -> Ct<X> {
        x_dot.map_or_else(crate::differentiable::Tangent::zero, Clone::clone)
    }
    second!(linear for X);
}

/// Debug builds look whether a clone is a copy, for the derivative is that of one.
///
/// # Panics
/// If it is none.
#[inline(always)]
fn is_a_copy<X: Differentiable>(found: &X, of: &X) {
    if DEBUG && let Err(difference) = X::agrees(found, of) {
        panic!(
            "`clone` gives another value: {difference}\n\
             help: the derivative of `clone` is that of a copy; give what computes something another name"
        );
    }
}

/// Leads from the method to its rule.
pub trait CloneRules {
    crate::derivatives_of! {
        clone: By1<clone>;
    }
}
impl<X> CloneRules for X {}
