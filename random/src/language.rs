//! The language tests under rewrites: their functions are rewritten, their assertions stay.
//!
//! [`plan`] chooses a rewrite for each annotated function of `tests/language`. [`crates`] writes the tests anew, in some crates
//! that compile side by side, and asks the compiler which functions it refuses: these are put back. What is left has to pass.

pub mod crates;
pub mod plan;
pub mod report;
