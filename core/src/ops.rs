//! The operations that can be differentiated: one module each, or one for a tight family.
//!
//! A module holds the rule (forward, VJP and JVP side by side) and the link from the method to it; the method itself stands in
//! [`tensor`](crate::tensor), or beside the rule if there is nothing to it but the rule. Operations that work number by number
//! are rows of one table, [`elementwise`]; linear ones are told by their adjoint.

pub mod arithmetic;
pub mod axes;
pub mod broadcast;
pub mod clone;
pub mod concat;
pub mod elementwise;
pub mod extreme;
pub mod extreme_of_two;
mod linear;
pub mod matmul;
pub mod mean;
pub mod mse;
pub mod narrow;
pub mod numbers;
pub mod power;
pub mod reshape;
pub mod softmax;
pub mod softmax_cross_entropy;
pub mod stop;
pub mod sum;

pub use arithmetic::{add, cast, div, mul, neg, rem, sub};
pub use elementwise::{Activations, ElementwiseRules};
pub use stop::stop_gradient;
