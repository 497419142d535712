//! The shape of a leaf, composed from its type and, inside a `Vec`, from its value.

use core::fmt;
use core::ops::Deref;

/// The most axes.
const MOST: usize = 8;

/// The lengths of the axes of a leaf, outermost first: a list of at most eight. It is empty for a single number.
///
/// ```
/// use cotangent::prelude::*;
///
/// let shape = Matrix::<f32, 3, 2>::zeros().leaf_shape(0);
/// assert_eq!(shape, [3, 2]);
/// assert_eq!(shape.iter().product::<usize>(), 6);
/// ```
#[derive(Clone, Copy)]
pub struct LeafShape {
    /// Right-aligned.
    lens: [usize; MOST],
    rank: usize,
}

impl LeafShape {
    /// No axes: a single number.
    pub const NUMBER: Self = Self { lens: [0; MOST], rank: 0 };

    /// The shape with these lengths.
    ///
    /// # Panics
    /// When there are more than eight.
    #[must_use]
    pub const fn new(lens: &[usize]) -> Self {
        let mut shape = Self::NUMBER;
        while shape.rank < lens.len() {
            shape = shape.within(lens[lens.len() - 1 - shape.rank]);
        }
        shape
    }

    /// One more axis of length `n` around these.
    ///
    /// # Panics
    /// When there are eight already.
    #[must_use]
    pub const fn within(mut self, n: usize) -> Self {
        assert!(self.rank < MOST, "lists of numbers nested more than eight deep are not supported: use a tensor");
        self.rank += 1;
        self.lens[MOST - self.rank] = n;
        self
    }
}

impl Deref for LeafShape {
    type Target = [usize];
    fn deref(&self) -> &[usize] {
        &self.lens[MOST.saturating_sub(self.rank)..]
    }
}

impl fmt::Debug for LeafShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl PartialEq for LeafShape {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for LeafShape {}

impl<const N: usize> PartialEq<[usize; N]> for LeafShape {
    fn eq(&self, other: &[usize; N]) -> bool {
        **self == other[..]
    }
}
