//! How many leaves a value has, and how many numbers.

/// The number of leaves, and the number of numbers in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The leaves.
    pub leaves: usize,
    /// The numbers.
    pub parameters: usize,
}

impl Count {
    /// No leaves.
    pub const NONE: Self = Self { leaves: 0, parameters: 0 };

    /// One leaf.
    #[must_use]
    pub const fn one(parameters: usize) -> Self {
        Self { leaves: 1, parameters }
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self { leaves: self.leaves + other.leaves, parameters: self.parameters + other.parameters }
    }

    /// `n` times as many.
    #[must_use]
    pub const fn times(self, n: usize) -> Self {
        Self { leaves: n * self.leaves, parameters: n * self.parameters }
    }

    /// Both together, where types say both.
    #[doc(hidden)]
    #[must_use]
    pub const fn both(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (Some(one), Some(other)) => Some(one.and(other)),
            _ => None,
        }
    }

    /// The count of a type that says it.
    pub(super) const fn fixed(count: Option<Self>) -> Self {
        count.expect("the lengths of a `Vec` are known when the program runs: use the methods `leaf_count` and `parameter_count` of the value, not the constants `LEAVES` and `PARAMETERS` of its type")
    }
}
