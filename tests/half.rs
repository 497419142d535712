//! Half precision: how exact functions, sums and gradients of `f16` and `bf16` are, and what happens at the ends of their ranges.

mod accuracy;
mod language;
mod models;
mod numbers;
mod sums;
