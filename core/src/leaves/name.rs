//! Names of leaves: written segment by segment, never stored.

use core::fmt::{self, Display, Formatter};
use core::marker::PhantomData;

use super::Leaves;

/// The displayable name of a leaf of `P`, such as `layers.0.w`: the result of [`Leaves::leaf_name`].
///
/// ```
/// use cotangent::prelude::*;
///
/// let name = <[(f32, f64); 2]>::leaf_name(3);
/// assert_eq!(format!("{name}"), "1.1");
/// ```
pub struct LeafName<P: ?Sized> {
    leaf: usize,
    of: PhantomData<fn(&P)>,
}

impl<P: ?Sized> LeafName<P> {
    pub(super) const fn new(leaf: usize) -> Self {
        Self { leaf, of: PhantomData }
    }
}

impl<P: ?Sized> Clone for LeafName<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: ?Sized> Copy for LeafName<P> {}

impl<P: Leaves + ?Sized> Display for LeafName<P> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        P::write_leaf_name(self.leaf, &mut LeafPath { writer: f, started: false })
    }
}

impl<P: Leaves + ?Sized> fmt::Debug for LeafName<P> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// The target of a name: puts dots between its segments.
pub struct LeafPath<'w> {
    writer: &'w mut dyn fmt::Write,
    started: bool,
}

impl LeafPath<'_> {
    /// Writes one segment: the name of a field, or a position.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn segment(&mut self, name: impl Display) -> fmt::Result {
        let dot = if self.started { "." } else { "" };
        self.started = true;
        write!(self.writer, "{dot}{name}")
    }
}

impl fmt::Debug for LeafPath<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeafPath").finish_non_exhaustive()
    }
}
