//! The form and the tangents of a part that a pattern names. A field that is `#[constant]` may have any type, and then its cotangent is
//! [`NoGrad`].

use super::copies::{Any, Of};

use crate::differentiable::form::Form;
use crate::differentiable::{Ct, Differentiable, NoGrad};
use crate::rule::directions::{Directions, Width};

impl<T: Differentiable> Of<'_, T> {
    /// The form of the value, if there is a reverse half.
    #[inline(always)]
    pub fn form(self, taped: bool) -> Form<T> {
        Form::if_taped(taped, self.0.0.0)
    }

    /// A copy of its tangents.
    #[inline(always)]
    pub fn tangents<const K: usize, S>(self, width: Width<K, S>, tangents: impl Directions<Ct<T>, K>) -> [Ct<T>; K] {
        width.own(self.0.0.0, tangents)
    }
}

impl<T> Any<'_, T> {
    /// A constant has none.
    #[inline(always)]
    #[expect(clippy::unused_self, reason = "it tells the type")]
    pub fn form(&self, taped: bool) -> Form<NoGrad> {
        Form::if_taped(taped, &NoGrad)
    }

    /// It has no tangents.
    #[inline(always)]
    #[expect(clippy::unused_self, reason = "it tells the type")]
    pub fn tangents<const K: usize, S>(&self, _: Width<K, S>, _: impl Sized) -> [NoGrad; K] {
        [NoGrad; K]
    }
}
