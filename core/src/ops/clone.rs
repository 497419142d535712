//! `x.clone()`: the cotangent of the copy is added to that of the original.

use crate::differentiable::{DEBUG, Differentiable, Tangent};
use crate::rule::{By1, rule};
use crate::tape::No;

rule! {
    /// `y = x`. Derivative 1.
    clone reads (No, No);
    linear for [X: Differentiable + Clone] (x: X) -> X;
    y = {
        let y = x.clone();
        is_a_copy(&y, x);
        y
    };
    x (given);
    tangent(x_dot) = x_dot.map_or_else(Tangent::zero, Clone::clone);
}

/// Debug builds check that a clone equals its original, because the derivative is that of a copy.
///
/// # Panics
/// If it does not.
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
        to_owned: By1<clone>;
    }
}
impl<X> CloneRules for X {}
