//! What a tangent takes contributions of.

use super::Flag;

/// A tangent that takes contributions of type `V`: its own, or for [`NoGrad`](super::NoGrad) any, which it drops.
pub trait Accepts<V: ?Sized> {
    /// [`No`](super::No) when contributions are dropped.
    type Wanted: Flag;
    /// The place for them.
    fn as_sink(&mut self) -> Option<&mut V>;
    /// The same as a value; none where it is zero because there is no derivative.
    fn as_source(&self) -> Option<&V>;
}
