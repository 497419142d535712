//! The operations that can be differentiated, one module for each or for a small family.
//!
//! A module holds the rule (a formula and a form) and the link from the method to the rule. The method itself is in
//! [`tensor`](crate::tensor), or beside the rule if it only calls the rule. Operations that work number by number are
//! rows of tables, [`elementwise`].
//!
//! `#[differentiable]` functions call them as usual: `x.matmul(&w)`, `x.tanh()`, `a / b`. Their rules, the types here,
//! have names because [`check`](mod@crate::check) takes them, and because a rule of yours may use one:
//!
//! ```
//! use cotangent::ops::matmul::matmul;
//! use cotangent::ops::powi::powi;
//! use cotangent::prelude::*;
//! use cotangent::rule::Rule2;
//!
//! let (a, b) = (tensor([[1.0, 2.0], [3.0, 4.0]]), tensor([1.0, -1.0]));
//! assert_eq!(matmul::forward(&a, &b).0, a.matmul(&b));
//! cotangent::check::rule2::<powi, _, _>(&1.5, &3)?;
//! # Ok::<(), cotangent::check::Mismatch>(())
//! ```
//!
//! The page of an operation gives its derivative at kinks and at the edge of its domain. `x.relu()` has the derivative
//! 0 at 0; `max` and `min` share the cotangent among ties; the derivative of `sqrt` is infinite at 0.

pub mod adaptive_max_pool;
pub mod argmax;
pub mod arithmetic;
pub mod batch_norm;
#[cfg(feature = "alloc")]
pub(crate) mod boxed;
pub mod broadcast;
pub mod casts;
pub mod clone;
pub mod concat;
pub mod conv;
pub mod cross;
pub mod cross_entropy;
pub mod cumulative;
pub mod dropout;
mod dual_numbers;
pub mod elementwise;
pub mod fourier;
pub mod from_array;
pub mod gather;
#[cfg(feature = "glam")]
pub mod glam;
pub mod global_pool;
pub mod indexing;
pub mod lengths;
#[cfg(feature = "literal")]
pub mod literal;
pub mod log_softmax;
pub mod logsumexp;
pub mod losses;
pub mod matmul;
pub mod max;
pub mod mean;
#[cfg(feature = "nalgebra")]
pub mod nalgebra;
pub mod narrow;
pub mod norm;
pub mod normalisation;
mod normalised_groups;
pub mod of_libm;
pub mod of_num_traits;
pub mod operands;
pub mod pool;
pub mod powi;
pub mod prod;
mod reduction;
pub mod resample;
pub mod reshape;
pub mod rotate_pairs;
pub mod sin_cos;
pub mod softmax;
pub mod softmax_cross_entropy;
pub mod sort;
pub mod split;
pub mod stop_gradient;
pub mod sum;
pub mod transpose;
pub(crate) mod try_operator;
pub mod unfold;
pub mod unwrap;
pub mod variance;
pub mod whole_numbers;
#[cfg(feature = "alloc")]
pub mod with_capacity;

pub use arithmetic::{NonlinearFactor, add, div, mul, neg, rem, sub};
pub use casts::cast;
pub use conv::Convolutions;
pub use elementwise::{Activations, Comparisons, FastMath, Functions};
pub use pool::Poolings;
pub use stop_gradient::stop_gradient;
pub use unfold::Unfoldings;
