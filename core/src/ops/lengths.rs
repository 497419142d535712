//! `x.len()` of a list, in arithmetic with whole numbers that are parts of a differentiable value: `self.at % self.cells.len()`. A method
//! of this name may as well be one of the user's that has a derivative, so a rule says that this one has none.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::differentiable::Differentiable;
use crate::rule::{By1, formula, rule};
use crate::tape::No;

rule! {
    /// The number of elements: no derivative flows through it.
    len reads (No, No);
}

formula! { {} {len} constant for [T: Differentiable + 'static, const N: usize] (x: [T; N]) -> usize; y = x.len(); }
#[cfg(feature = "alloc")]
formula! { {} {len} constant for [T: Differentiable + Clone + 'static] (x: Vec<T>) -> usize; y = x.len(); }

/// Leads from the method to its rule.
pub trait LengthRules {
    crate::derivatives_of! { len: By1<len>; }
}
impl<T, const N: usize> LengthRules for [T; N] {}
#[cfg(feature = "alloc")]
impl<T> LengthRules for Vec<T> {}
