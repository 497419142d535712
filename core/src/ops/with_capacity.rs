//! `Vec::with_capacity(n)`, where `n` is computed from whole numbers that are parts of a differentiable value.

use alloc::vec::Vec;

use crate::differentiable::Differentiable;
use crate::rule::{By1, rule};
use crate::tape::No;

rule! {
    /// `y = Vec::with_capacity(n)`. No derivative flows through it.
    with_capacity<T> reads (No, No);
    constant for [T: Differentiable + 'static] (n: usize) -> Vec<T>;
    y = Vec::with_capacity(*n);
}

/// Leads from the function to its rule.
pub trait RoomForElements<T> {
    /// The rule.
    #[must_use]
    fn derivative_of_function_with_capacity() -> By1<with_capacity<T>> {
        By1::new()
    }
}
impl<T> RoomForElements<T> for Vec<T> {}
