//! The contributions that a tangent accepts.

use super::Flag;

/// A tangent that accepts contributions of type `V`: its own type, or any for [`NoGrad`](super::NoGrad), which drops
/// them.
pub trait Accepts<V: ?Sized> {
    /// [`No`](super::No) when contributions are dropped.
    type Wanted: Flag;
    /// The place that contributions are added to.
    fn as_sink(&mut self) -> Option<&mut V>;
    /// The same, to be read; `None` for a zero that has no derivative.
    fn as_source(&self) -> Option<&V>;
}
