//! What the command lines have in common.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs a command with the arguments of this process. A mistake in them is printed above `usage`, with status 2.
pub fn run(usage: &str, command: impl FnOnce(env::Args) -> Result<ExitCode, String>) -> ExitCode {
    let mut arguments = env::args();
    arguments.next();
    command(arguments).unwrap_or_else(|message| {
        eprintln!("{message}\n\n{usage}");
        ExitCode::from(2)
    })
}

/// A folder among those of built programs.
#[must_use]
pub fn target(folder: &str) -> PathBuf {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    env::var_os("CARGO_TARGET_DIR").map_or_else(default, PathBuf::from).join(folder)
}

/// The value of an option that is on or off.
///
/// # Errors
/// If it is neither `yes` nor `no`.
pub fn yes(value: &str) -> Result<bool, String> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("`{value}` is neither `yes` nor `no`")),
    }
}
