//! The tables of elementwise operations: one row is an operation, for numbers and for tensors, in both modes.
//!
//! `name(x) = value, x => partial` writes the derivative from the input, `y => partial` from the output, `none` is for a constant
//! one, `both` computes it with the value. A zero cotangent gives exactly zero, whatever the derivative; a row whose derivative is often
//! zero ends with `, chooses`.

mod activations;
mod exponential;
mod fast;
mod functions;
mod probability;
mod steps;
mod trigonometric;

pub use activations::*;
pub use exponential::*;
pub use fast::*;
pub use functions::*;
pub use probability::*;
pub use steps::*;
pub use trigonometric::*;
