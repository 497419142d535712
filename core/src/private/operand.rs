//! Operands of operators, in the forward half.

use crate::real::Element;
use crate::tensor::{Shape, Tensor};

/// An operand that is used again: a tensor is lent, everything else is copied.
///
/// `v + b` by value would copy all of a tensor `v` before it adds.
#[derive(Debug)]
pub struct Lend<'a, V>(pub &'a V);

impl<'a, T: Element, S: Shape> Lend<'a, Tensor<T, S>> {
    /// The operand. It goes before the method of the trait, which all types have.
    #[inline(always)]
    pub fn lend(self) -> &'a Tensor<T, S> {
        self.0
    }
}

/// What is copied.
pub trait LendCopied<V> {
    /// The operand.
    fn lend(self) -> V;
}

impl<V: Copy> LendCopied<V> for Lend<'_, V> {
    #[inline(always)]
    fn lend(self) -> V {
        *self.0
    }
}
