//! What the command lines have in common.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs a command with the arguments of this process. It says whether all is well; a mistake in the arguments is printed above `usage`,
/// with status 2.
pub fn run(usage: &str, command: impl FnOnce(env::Args) -> Result<bool, String>) -> ExitCode {
    let mut arguments = env::args();
    arguments.next();
    match command(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}\n\n{usage}");
            ExitCode::from(2)
        }
    }
}

/// The root of the workspace.
///
/// # Panics
/// Not where this package is a part of it.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

/// A folder among those of built programs.
pub fn target(folder: &str) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from).join(folder)
}
