//! The training steps T1 to T5 of `cotangent-benches` in other frameworks: the same numbers, losses and rates.
//!
//! Not all are here: the gradient of candle's `max_pool2d` is a fourth of what it should be, so there is no T3, and its layer
//! normalisation in one piece has no gradient, so T4 has one made of parts; dfdx has no convolutions on this compiler.

pub mod in_burn;
pub mod in_candle;
pub mod in_dfdx;
pub mod in_shrew;

use cotangent_benches::workloads::{fill, fill_unit};

/// A training step that says its loss if it is asked; reading it may cost.
pub type Step = Box<dyn FnMut(bool) -> f32>;

/// A framework by its name, and what makes the steps that it has.
pub type Framework = (&'static str, fn(&str) -> Option<Step>);

/// All of them.
pub const FRAMEWORKS: [Framework; 4] =
    [("candle", in_candle::step), ("burn, flex", in_burn::step), ("dfdx", in_dfdx::step), ("shrew", in_shrew::step)];

fn symmetric(seed: u32, n: usize, e: i32) -> Vec<f32> {
    let mut x = vec![0.0; n];
    fill(&mut x, seed, e);
    x
}

fn unit(seed: u32, n: usize) -> Vec<f32> {
    let mut x = vec![0.0; n];
    fill_unit(&mut x, seed);
    x
}
