//! Optimizers against formulas in `f64` and `PyTorch`; schedules, clipping, and everything a training loop relies on.

mod adam;
mod averaged;
mod clip;
mod convergence;
mod descent;
mod fused_momentum;
mod groups;
mod lamb;
mod lion;
mod loss_scale;
mod models;
mod oracle;
mod pytorch;
mod refusals;
#[cfg(all(feature = "safetensors", feature = "std"))]
mod resume;
mod schedule;
mod subnormal;
