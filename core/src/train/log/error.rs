//! Why a log cannot be written or read.

use core::fmt::{self, Display, Formatter};
use std::io;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

/// Why a log was not written, read or drawn.
///
/// ```
/// use cotangent::log::{Error, Log};
///
/// let error = Log::create("run.txt", ["loss"]).unwrap_err();
/// assert_eq!(error, Error::Extension { path: "run.txt".into() });
/// assert_eq!(error.to_string(), "`run.txt` ends with neither `.csv` nor `.jsonl`, which say the form of a log");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read or written.
    File {
        /// Its path.
        path: String,
        /// The message of the operating system.
        reason: String,
    },
    /// The name of the file does not say a form.
    Extension {
        /// Its path.
        path: String,
    },
    /// A name that no column can have, or that two have.
    Column {
        /// The name.
        name: String,
    },
    /// The log of a run that goes on has other columns.
    Columns {
        /// The path of the file.
        path: String,
        /// The columns in the file.
        found: Vec<String>,
        /// Those of the run.
        expected: Vec<String>,
    },
    /// A row is not one of a log, or has other columns than the first, or a step that is not after the one before.
    Row {
        /// The path of the file.
        path: String,
        /// The number of the line, from 1.
        line: usize,
        /// The line.
        found: String,
    },
    /// A step that is not after the last one in the log.
    Step {
        /// The step.
        step: u64,
        /// The last one.
        last: u64,
    },
    /// A column that the log does not have.
    NoColumn {
        /// Its name.
        name: String,
        /// The columns it has.
        found: Vec<String>,
    },
}

impl Error {
    /// What the operating system says about a file.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::File { path: path.display().to_string(), reason: error.to_string() }
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, reason } => write!(f, "`{path}`: {reason}"),
            Self::Extension { path } => {
                write!(f, "`{path}` ends with neither `.csv` nor `.jsonl`, which say the form of a log")
            }
            Self::Column { name } => write!(
                f,
                "{name:?} cannot be the name of a column: take one that is neither empty nor `step` nor that of another, without \
                 commas, quotes, backslashes and control characters"
            ),
            Self::Columns { path, found, expected } => write!(
                f,
                "`{path}` has the columns {found:?}, the run {expected:?}: take another file, or remove this one"
            ),
            Self::Row { path, line, found } => write!(
                f,
                "`{path}`, line {line}: {found:?} is no row of a log with the columns of the first and a later step than before"
            ),
            Self::Step { step, last } => {
                write!(
                    f,
                    "step {step} is not after step {last}, the last in the log: `Log::resume` goes back to a step"
                )
            }
            Self::NoColumn { name, found } => write!(f, "the log has no column `{name}`, it has {found:?}"),
        }
    }
}

impl core::error::Error for Error {}
