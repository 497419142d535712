//! The objectives of ADBench and of GradBench as a numerics user writes them, with slices and loops, each with the gradient an
//! expert would write by hand. `adbench/data/README.md` says where the inputs and the reference gradients are from.

#![allow(clippy::doc_markdown, reason = "ADBench and GradBench are names")]
#![allow(clippy::needless_range_loop, reason = "numerical code is written with indices, and that is what is measured")]
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small counts"
)]

pub mod ba;
pub mod det;
pub mod gmm;
pub mod hand;
pub mod kmeans;
pub mod llsq;
pub mod lse;
pub mod lstm;
pub mod ode;
pub mod reference;
