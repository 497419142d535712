//! Differences between two values: debug builds compare the value of derived code with that of the function itself.

use core::fmt::{self, Display, Formatter};

/// Whether values are compared: if the library is built with debug assertions.
pub const DEBUG: bool = cfg!(debug_assertions);

/// A difference between two values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Difference {
    /// Two numbers: the one that was found, and the one that was expected.
    Numbers(f64, f64),
    /// Two lengths of lists: the one that was found, and the one that was expected.
    Lengths(usize, usize),
    /// Another variant of an enum.
    Variants,
}

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbers(found, expected) => write!(f, "{found:?} instead of {expected:?}"),
            Self::Lengths(found, expected) => write!(f, "{found} elements instead of {expected}"),
            Self::Variants => f.write_str("another variant"),
        }
    }
}
