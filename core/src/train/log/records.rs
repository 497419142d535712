//! A log that was written, to be read.

use std::fs;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use super::Error;
use super::form::{self, Form};

/// What a log holds, column by column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Records {
    /// The names of the columns; none for JSON lines without a row.
    pub columns: Vec<String>,
    /// The step of each row, in ascending order.
    pub steps: Vec<u64>,
    /// The numbers of each column.
    pub values: Vec<Vec<f64>>,
}

impl Records {
    /// Reads a log. A last row that its program did not come to finish does not count.
    ///
    /// # Errors
    /// [`Error::Extension`], [`Error::File`] or [`Error::Row`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let form = Form::of(path)?;
        let (text, _) = whole_rows(path, fs::read(path).map_err(Error::file(path))?)?;
        Self::parse(path, form, &text)
    }

    /// The numbers of a column, one for each step.
    ///
    /// # Errors
    /// [`Error::NoColumn`], with the names of the columns that there are.
    pub fn column(&self, name: &str) -> Result<&[f64], Error> {
        let place = self.columns.iter().position(|column| column == name);
        let values = place.and_then(|place| self.values.get(place));
        values.map(Vec::as_slice).ok_or_else(|| Error::NoColumn { name: name.into(), found: self.columns.clone() })
    }

    pub(super) fn parse(path: &Path, form: Form, text: &str) -> Result<Self, Error> {
        let mut records = Self::default();
        for (i, line) in text.lines().enumerate() {
            let read = if i == 0 && form == Form::Csv {
                form::read_head(line).map(|columns| records.begin(columns))
            } else {
                form.read_row(line).and_then(|(step, row)| records.append(step, &row))
            };
            read.ok_or_else(|| Error::Row { path: path.display().to_string(), line: i + 1, found: line.into() })?;
        }
        Ok(records)
    }

    fn begin(&mut self, columns: Vec<String>) {
        self.values = columns.iter().map(|_| Vec::new()).collect();
        self.columns = columns;
    }

    /// Appends a row, if it fits those before.
    fn append(&mut self, step: u64, row: &[(&str, f64)]) -> Option<()> {
        if self.columns.is_empty() {
            self.begin(row.iter().map(|(name, _)| name.to_string()).collect());
        }
        let mut pairs = row.iter().zip(&self.columns);
        let fits =
            row.len() == self.columns.len() && pairs.all(|((name, _), column)| name.is_empty() || name == column);
        if !fits || self.steps.last().is_some_and(|last| step <= *last) {
            return None;
        }
        self.steps.push(step);
        for (values, (_, value)) in self.values.iter_mut().zip(row) {
            values.push(*value);
        }
        Some(())
    }
}

/// The text of a file up to its last line end, and what comes after it.
pub(super) fn whole_rows(path: &Path, mut bytes: Vec<u8>) -> Result<(String, String), Error> {
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let begun = String::from_utf8_lossy(&bytes[end..]).into_owned();
    bytes.truncate(end);
    let text = String::from_utf8(bytes)
        .map_err(|error| Error::File { path: path.display().to_string(), reason: error.to_string() })?;
    Ok((text, begun))
}
