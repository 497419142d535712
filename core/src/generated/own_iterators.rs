//! Iterators of the program's own.

use crate::rule::by::Companion;

/// An iterator whose method `next` has a derivative: `#[differentiable] impl Iterator for Steps`.
#[diagnostic::on_unimplemented(
    message = "the loop calls another `next` of `{Self}` than the one with a derivative",
    label = "the `impl Iterator` of this type has no derivative",
    note = "put `#[differentiable]` on `impl Iterator for {Self}`"
)]
pub trait OwnIterator: Iterator {}

/// The derivative of a method `next`.
pub trait DerivativeOfNext: Sized {
    /// Claims that a loop over the iterator calls this method.
    #[inline(always)]
    fn claim_next_of<I: OwnIterator>(self, _: &I) {}
}
impl<R: Companion> DerivativeOfNext for R {}
