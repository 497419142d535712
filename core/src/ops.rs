//! The operations that can be differentiated: one module each, or one for a tight family.
//!
//! A module holds the rule (forward, VJP and JVP side by side) and the link from the method to it; the method itself stands in
//! [`tensor`](crate::tensor), or beside the rule if there is nothing to it but the rule. Operations that work number by number
//! are rows of one table, [`elementwise`]; linear ones are told by their adjoint.
//!
//! In a `#[differentiable]` function they are written as everywhere: `x.matmul(&w)`, `x.tanh()`, `a / b`. Their rules, the types
//! here, have names because [`check`](mod@crate::check) takes them, and because a rule of yours may build on one:
//!
//! ```
//! use cotangent::ops::matmul::matmul;
//! use cotangent::ops::power::powi;
//! use cotangent::prelude::*;
//! use cotangent::rule::Rule2;
//!
//! let (a, b) = (tensor([[1.0, 2.0], [3.0, 4.0]]), tensor([1.0, -1.0]));
//! assert_eq!(matmul::forward(&a, &b).0, a.matmul(&b));
//! cotangent::check::rule2::<powi, _, _>(&1.5, &3)?;
//! # Ok::<(), cotangent::check::Mismatch>(())
//! ```
//!
//! The page of an operation says what its derivative is at kinks and at the edge of its domain. `x.relu()` has the derivative 0
//! at 0; `max` and `min` share among ties; `sqrt` is infinite at 0.

pub mod angles;
pub mod arithmetic;
pub mod axes;
pub mod batch_norm;
pub mod blends;
pub mod broadcast;
pub mod casts;
pub mod clone;
pub mod concat;
pub mod conv;
pub mod cross;
pub mod cross_entropy;
pub mod cumulative;
pub mod dropout;
pub mod elementwise;
pub mod extreme;
pub mod extreme_of_two;
pub mod gather;
pub mod global_pool;
pub mod log_softmax;
pub mod logsumexp;
pub mod losses;
pub mod masks;
pub mod matmul;
pub mod mean;
pub mod narrow;
pub mod norm;
pub mod normalisation;
pub mod numbers;
pub mod of_array;
pub mod outcome;
pub mod parametric;
pub mod places;
pub mod pool;
pub mod power;
pub mod prod;
pub mod quotients;
mod reduction;
pub mod reshape;
mod rows;
mod second;
pub mod softmax;
pub mod softmax_cross_entropy;
pub mod sort;
pub mod split;
pub mod stabilised;
mod standardise;
pub mod stop;
pub mod sum;
pub mod take;
pub mod variance;

pub use arithmetic::{add, div, mul, neg, rem, sub};
pub use blends::Blends;
pub use casts::cast;
pub use conv::Convolutions;
pub use elementwise::{Activations, FastMath, Functions};
pub use masks::Masks;
pub use parametric::ParametricActivations;
pub use pool::Poolings;
pub use stabilised::Stabilised;
pub use stop::stop_gradient;
