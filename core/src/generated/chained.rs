//! Methods that give back the receiver that they change.

use crate::differentiable::{Differentiable, NoGrad};

/// What such a method gives in derived code. It can do nothing, so that nobody takes it for the receiver.
#[derive(Clone, Copy, Debug)]
pub struct CallItAsAStatement;

impl Differentiable for CallItAsAStatement {
    type Tangent = NoGrad;
}

/// What the method itself gives is that in derived code.
#[inline(always)]
pub fn chained<T: ?Sized>(_: &mut T) -> CallItAsAStatement {
    CallItAsAStatement
}

/// What the calls of a chain give, all but the last.
#[diagnostic::on_unimplemented(
    message = "the derivative of a chain of calls that change a value can be followed only if each gives back `&mut self`; this one gives \
               `{Self}`",
    label = "not known to be the receiver",
    note = "bind what it gives with `let`, and call the next method on that"
)]
pub trait IsReceiver {}

impl IsReceiver for CallItAsAStatement {}

/// What a call of a chain gave.
#[derive(Debug)]
pub struct Link<'x, T>(pub &'x T);

impl<T> Link<'_, T> {
    /// Claims that it is the receiver of the call.
    #[inline(always)]
    pub const fn is_receiver(self)
    where
        T: IsReceiver,
    {
    }
}
