//! The tables of elementwise operations: one row is an operation, for numbers and for tensors, in both modes.
//!
//! A row says the value and the partial derivatives, each from the values that it is written from: `rows.rs` has the grammar. A zero
//! cotangent gives exactly zero, whatever the derivative.

mod activations;
mod by_path;
mod comparisons;
mod exponential;
mod fast;
mod functions;
mod piecewise;
pub(super) mod rows;
pub(super) mod second_order;
mod trigonometric;

pub use activations::*;
pub use by_path::FunctionsOfNumbers;
pub use comparisons::*;
pub use exponential::*;
pub use fast::*;
pub use functions::*;
pub use piecewise::*;
pub use trigonometric::*;
