//! Random programs in the differentiable language, and a judge of their derivatives.
//!
//! A program is a text: structs, helper functions and a function `f`, made from a seed by [`generate`]. [`source`] turns it
//! into two modules with the same statements: one of `f64` with `#[differentiable]`, one of [dual numbers](dual). Many
//! programs make one crate ([`evaluate`]), in which [`check`] compares them. What fails is made smaller by [`shrink`];
//! [`search`] drives it all.
#![allow(clippy::neg_cmp_op_on_partial_ord, reason = "what is not a number is a mismatch")]
#![allow(clippy::unnecessary_wraps, reason = "all constructs have one form: some cannot be made everywhere")]
#![allow(clippy::format_push_string, clippy::format_collect, reason = "programs are text, and short")]
#![allow(clippy::explicit_auto_deref, reason = "without it the type is not found")]
#![allow(clippy::case_sensitive_file_extension_comparisons, reason = "cargo writes small letters")]

pub mod census;
pub mod check;
pub mod command;
pub mod compile;
pub mod dual;
pub mod evaluate;
pub mod flat;
pub mod generate;
pub mod language;
pub mod planted;
pub mod rewrite;
pub mod rng;
pub mod search;
pub mod shrink;
pub mod source;
pub mod weights;
