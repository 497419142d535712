//! What a command used: processor time and memory of it and of all its children.

use std::process::{Command, Stdio};
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// What a command used.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    /// Seconds in user mode.
    pub user: f64,
    /// The largest resident set of one process, since the start of this program.
    pub peak_megabytes: i64,
}

/// Runs a command; what it used, and what it printed.
///
/// # Errors
/// When the command cannot be run or fails; the text has what it printed.
pub fn measure(command: &mut Command) -> Result<(Used, String), String> {
    let user = || getrusage(UsageWho::RUSAGE_CHILDREN).map(|used| (time(used.user_time()), used.max_rss()));
    let (before, _) = user().map_err(|error| error.to_string())?;
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    let (after, kilobytes) = user().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let printed = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "{} fails: {}",
            command.get_program().display(),
            printed.lines().next().unwrap_or_default()
        ));
    }
    let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    Ok((Used { user: after.saturating_sub(before).as_secs_f64(), peak_megabytes: kilobytes / 1024 }, printed))
}

/// A time of the system's, which is not negative.
fn time(value: TimeVal) -> Duration {
    let part = |number: i64| u64::try_from(number).unwrap_or_default();
    Duration::from_secs(part(value.tv_sec())) + Duration::from_micros(part(value.tv_usec()))
}
