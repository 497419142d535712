//! Reverse-mode automatic differentiation of ordinary Rust functions, ahead of time.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
extern crate self as cotangent;

#[cfg(feature = "alloc")]
pub mod check;
pub mod differentiable;
mod kernels;
pub mod leaves;
pub mod ops;
#[doc(hidden)]
pub mod private;
pub mod real;
pub mod rule;
pub mod slot;
pub mod tape;
pub mod tensor;

pub use cotangent_macros::{Differentiable, derivatives_of, differentiable};

/// What a program that uses the crate imports.
pub mod prelude {
    pub use crate::differentiable::{Ct, Differentiable, NoGrad, Tangent};
    pub use crate::leaves::{Leaf, LeafMut, Leaves};
    pub use crate::ops::{Activations, ElementwiseRules};
    pub use crate::real::{Element, Real};
    pub use crate::slot::{Out, Slot};
    #[cfg(feature = "alloc")]
    pub use crate::tape::GrowableTape;
    pub use crate::tape::{No, Read, Store, Tape, TapeBuffer, TapeOverflow, Yes};
    pub use crate::tensor::*;
    pub use crate::{Differentiable, differentiable};
}
