//! Types, rules and what is built of them; the modules mirror the sources. The programs of `language/` are beside it.

#![cfg_attr(debug_assertions, deny(warnings))]
#![allow(clippy::op_ref, reason = "the forms of ownership are tested")]

mod batches;
mod check;
#[cfg(all(feature = "safetensors", feature = "std"))]
mod checkpoint;
// Every rule for every form of operands is more code than an optimised build finishes in a reasonable time; optimised, rules
// are tested through the language.
mod derive;
mod dual;
#[cfg(feature = "half")]
mod half;
mod heap_models;
#[cfg(feature = "safetensors")]
mod import;
#[cfg(feature = "rand")]
mod init;
mod large_model;
mod leaves;
#[cfg(all(feature = "rand", feature = "std"))]
mod loader;
#[cfg(feature = "std")]
mod log;
mod math;
#[cfg(debug_assertions)]
mod nn;
#[cfg(debug_assertions)]
mod ops;
mod optim;
#[cfg(feature = "rayon")]
mod parallel;
mod returned;
#[cfg(feature = "safetensors")]
mod safetensors;
#[cfg(feature = "std")]
mod scratch;
#[cfg(feature = "serde")]
mod serde;
mod sparse;
mod tensor;
