//! `#[derive(Differentiable)]`: every form of struct, and gradients through them.

mod empty;
mod forms;
mod gradients;
mod quiet;
mod space;
mod tape;
