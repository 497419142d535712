//! Which derivatives stand beside every function, and which macros have a meaning, by the features of the library.

/// Forward mode: `split_dual`, and the calls of one forward pass.
pub(crate) const FORWARD_MODE: bool = cfg!(feature = "forward-mode");

/// Second derivatives: their calls, and the sizes of their tapes.
pub(crate) const SECOND_ORDER: bool = cfg!(feature = "second-order");

/// `Vec` and `Box`.
pub(crate) const ALLOC: bool = cfg!(feature = "alloc");

/// The macros of nalgebra, such as `matrix!`.
pub(crate) const NALGEBRA: bool = cfg!(feature = "nalgebra");
