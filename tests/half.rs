//! Half precision: how exact functions, sums and gradients of `f16` and `bf16` are, and what happens at the ends of their ranges.

#[cfg(debug_assertions)]
mod accuracy;
mod language;
mod models;
mod numbers;
#[cfg(debug_assertions)]
mod rules;
mod sums;
