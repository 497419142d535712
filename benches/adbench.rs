//! The objectives of ADBench and of GradBench as a numerics user writes them, with slices and loops, each with the gradient an
//! expert would write by hand. `adbench/data/README.md` says where the inputs and the reference gradients are from.

pub mod ba;
pub mod det;
pub mod gmm;
pub mod kmeans;
pub mod llsq;
pub mod lse;
pub mod lstm;
pub mod ode;
pub mod reference;
