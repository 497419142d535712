//! A course in `cotangent`: the examples of this package, in the order of their numbers.
//!
//! Run one with `cargo run --release --example 01-scalar`.

/// Lesson 0, the README: its code is tested here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The language, construct by construct: the code of that page is tested here.
#[cfg(doctest)]
#[doc = include_str!("../docs/language.md")]
pub struct Language;

/// How a type of another crate becomes differentiable: the code of that page is tested here.
#[cfg(doctest)]
#[doc = include_str!("../docs/types-of-other-crates.md")]
pub struct TypesOfOtherCrates;
