//! Random programs in the differentiable language, and a judge of their gradients.
//!
//! A program is a text: structs, helper functions and a function `f`, made from a seed by [`generate`]. [`source`] turns it
//! into two modules with the same statements: one of `f64` with `#[differentiable]`, one of [dual numbers](dual). Many
//! programs make one crate ([`evaluate`]), in which [`check`] compares them. What fails is made smaller by [`shrink`];
//! [`search`] drives it all.

pub mod check;
pub mod compile;
pub mod dual;
pub mod evaluate;
pub mod flat;
pub mod generate;
pub mod planted;
pub mod rng;
pub mod search;
pub mod shrink;
pub mod source;
pub mod weights;
