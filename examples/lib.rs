//! A course in `cotangent`: the examples of this package, in the order of their numbers.
//!
//! Run one with `cargo run --release --example 01-scalar`.
