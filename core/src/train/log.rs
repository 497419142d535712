//! The log of a training run (feature `std`): numbers by step, such as loss and rate, as CSV or as JSON lines.
//!
//! ```
//! use cotangent::log::{Log, Records};
//!
//! # let path = std::env::temp_dir().join(format!("cotangent-log-{}.csv", std::process::id()));
//! let mut log = Log::create(&path, ["loss", "rate"])?;
//! for step in 0..3 {
//!     log.write(step, [1.0 / (step + 1) as f64, 0.01])?;
//! }
//! assert_eq!(std::fs::read_to_string(&path)?, "step,loss,rate\n0,1.0,0.01\n1,0.5,0.01\n2,0.3333333333333333,0.01\n");
//!
//! // From a checkpoint before step 2: that step comes again.
//! let mut log = Log::resume(&path, ["loss", "rate"], 2)?;
//! log.write(2, [0.25, 0.01])?;
//! let records = Records::read(&path)?;
//! assert_eq!((&records.steps[..], records.column("loss")?), (&[0, 1, 2][..], &[1.0, 0.5, 0.25][..]));
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The end of the name says the form, `.csv`, or `.jsonl` or `.ndjson` with rows `{"step":0,"loss":1.0,"rate":0.01}`. A number has as many
//! digits as it takes to read the same one again. What is not finite is `NaN`, `inf` or `-inf` in CSV; JSON has no such numbers, so it
//! is `null` there, which is read as NaN. Each row is in the file when `write` returns, so a program that is killed loses none. With the feature
//! `report`, `report::plot` draws a log.

mod error;
mod form;
mod records;

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::vec::Vec;

pub use self::error::Error;
use self::form::Form;
pub use self::records::Records;

/// A log that a run writes, with `N` columns beside the step.
#[derive(Debug)]
pub struct Log<const N: usize> {
    path: PathBuf,
    file: File,
    form: Form,
    columns: [String; N],
    /// The step of the last row.
    last: Option<u64>,
}

impl<const N: usize> Log<N> {
    /// A new log. A file of that name is replaced.
    ///
    /// # Errors
    /// [`Error::Extension`], [`Error::Column`] or [`Error::File`].
    pub fn create(path: impl AsRef<Path>, columns: [&str; N]) -> Result<Self, Error> {
        const { assert!(N > 0, "a log has a column beside the step") }
        let path = path.as_ref();
        let (form, columns) = (Form::of(path)?, form::columns(columns)?);
        let mut file = File::create(path).map_err(Error::file(path))?;
        file.write_all(form.head(&columns).as_bytes()).map_err(Error::file(path))?;
        Ok(Self { path: path.into(), file, form, columns, last: None })
    }

    /// The log of a run that goes on with this step. Rows of later steps, and of this one, are removed: these steps come again. So is a last row
    /// that a program did not come to finish. If there is no file, it is made.
    ///
    /// # Errors
    /// As [`create`](Self::create), and [`Error::Columns`] or [`Error::Row`] for a file that was not written by such a run. The file is then
    /// unchanged.
    pub fn resume(path: impl AsRef<Path>, columns: [&str; N], step: u64) -> Result<Self, Error> {
        let path = path.as_ref();
        let (form, names) = (Form::of(path)?, form::columns(columns)?);
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            read => read.map_err(Error::file(path))?,
        };
        let (text, begun) = records::whole_rows(path, bytes)?;
        if text.is_empty() {
            if !form.begins_with(&names, &begun) {
                return Err(Error::Row { path: path.display().to_string(), line: 1, found: begun });
            }
            return Self::create(path, columns);
        }
        let records = Records::parse(path, form, &text)?;
        if !records.columns.is_empty() && records.columns != names {
            return Err(Error::Columns {
                path: path.display().to_string(),
                found: records.columns,
                expected: names.into(),
            });
        }
        let kept = records.steps.iter().take_while(|s| **s < step).count();
        let lines = kept + usize::from(form == Form::Csv);
        let length: usize = text.split_inclusive('\n').take(lines).map(str::len).sum();
        let file = OpenOptions::new().append(true).open(path).map_err(Error::file(path))?;
        file.set_len(length as u64).map_err(Error::file(path))?;
        let last = records.steps[..kept].last().copied();
        Ok(Self { path: path.into(), file, form, columns: names, last })
    }

    /// Writes the numbers of a step. Steps may be left out, as in a log of every hundredth.
    ///
    /// # Errors
    /// [`Error::Step`] if the step is not after the last one, [`Error::File`] if the file cannot be written.
    pub fn write(&mut self, step: u64, values: [f64; N]) -> Result<(), Error> {
        if let Some(last) = self.last.filter(|last| step <= *last) {
            return Err(Error::Step { step, last });
        }
        let row = self.form.row(&self.columns, step, &values);
        self.file.write_all(row.as_bytes()).map_err(Error::file(&self.path))?;
        self.last = Some(step);
        Ok(())
    }
}
