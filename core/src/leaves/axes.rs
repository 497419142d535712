//! The shape of a nested array of numbers, composed from its type.

/// The deepest nesting.
const DEEPEST: usize = 8;

/// Lengths of axes, outermost first.
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    /// Right-aligned.
    lens: [usize; DEEPEST],
    rank: usize,
}

impl Axes {
    /// No axes: a single number.
    pub(super) const NONE: Self = Self { lens: [0; DEEPEST], rank: 0 };

    /// One more axis of length `n` around these.
    ///
    /// # Panics
    /// When an array is nested more than eight deep.
    pub(super) const fn within(mut self, n: usize) -> Self {
        assert!(self.rank < DEEPEST, "arrays of numbers nested more than eight deep are not supported: use a tensor");
        self.rank += 1;
        self.lens[DEEPEST - self.rank] = n;
        self
    }

    /// The lengths.
    pub(super) const fn lens(&self) -> &[usize] {
        self.lens.split_at(DEEPEST - self.rank).1
    }
}
