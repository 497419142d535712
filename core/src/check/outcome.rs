//! Results of functions, as far as they can be checked: numbers, and an `Option` or a `Result` of them.

use alloc::vec::Vec;

use crate::differentiable::Differentiable;
use crate::leaves::Leaves;
use crate::leaves::flat::read;

/// What a function that can be checked gives.
#[doc(hidden)]
pub trait Outcome: Differentiable<Tangent: Leaves> + Sized {
    /// The numbers.
    type Content: Leaves;
    /// The numbers, if there are some: of `None` and `Err` nothing has a derivative.
    fn content(&self) -> Option<&Self::Content>;
}

#[diagnostic::do_not_recommend]
impl<Y: Leaves + Differentiable<Tangent: Leaves>> Outcome for Y {
    type Content = Self;
    fn content(&self) -> Option<&Self> {
        Some(self)
    }
}

#[diagnostic::do_not_recommend]
impl<Y: Leaves + Differentiable<Tangent: Leaves>> Outcome for Option<Y> {
    type Content = Y;
    fn content(&self) -> Option<&Y> {
        self.as_ref()
    }
}

#[diagnostic::do_not_recommend]
impl<Y: Leaves + Differentiable<Tangent: Leaves>, E> Outcome for Result<Y, E> {
    type Content = Y;
    fn content(&self) -> Option<&Y> {
        self.as_ref().ok()
    }
}

/// The coordinates of a result.
pub(super) fn numbers<Y: Outcome>(result: &Y) -> Vec<f64> {
    result.content().map_or_else(Vec::new, read)
}
