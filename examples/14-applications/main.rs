//! Lesson 14: applications in robotics, vision and statistics, in ordinary nalgebra code.
//!
//! Each solves its problem, compares with a solution that is known, and draws a picture. `cargo run --release --example 14-applications`
//! runs all of them and writes the pictures to a folder, or to the one that is given: `-- docs/applications`.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts are small, and files say them as numbers"
)]

mod arm;
mod bundle;
mod cart_pole;
mod gaussian_process;
mod kalman;
mod minimum;
mod picture;
mod pose_graph;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).map_or(env::temp_dir().join("cotangent-applications"), PathBuf::from);
    fs::create_dir_all(&folder)?;
    arm::reach(&folder)?;
    bundle::adjust(&folder)?;
    pose_graph::close_loops(&folder)?;
    cart_pole::swing_up(&folder)?;
    gaussian_process::fit(&folder)?;
    kalman::learn_noise(&folder)?;
    println!("pictures in {}", folder.display());
    Ok(())
}
