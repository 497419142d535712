//! The rows of a log as text: CSV with a head, or an object of JSON on each line.

use std::ffi::OsStr;
use std::fmt::Write;
use std::format;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use super::Error;

/// The form of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Csv,
    JsonLines,
}

/// A row: the step, then columns and their values. A row of CSV has no names.
pub(super) type Row<'a> = (u64, Vec<(&'a str, f64)>);

impl Form {
    /// The form that the name of a file says.
    pub(super) fn of(path: &Path) -> Result<Self, Error> {
        match path.extension().and_then(OsStr::to_str) {
            Some("csv") => Ok(Self::Csv),
            Some("jsonl" | "ndjson") => Ok(Self::JsonLines),
            _ => Err(Error::Extension { path: path.display().to_string() }),
        }
    }

    /// What the file begins with.
    pub(super) fn head(self, columns: &[String]) -> String {
        match self {
            Self::Csv => format!("step,{}\n", columns.join(",")),
            Self::JsonLines => String::new(),
        }
    }

    /// Whether a log can begin with what is no whole line.
    pub(super) fn begins_with(self, columns: &[String], text: &str) -> bool {
        match self {
            Self::Csv => self.head(columns).starts_with(text),
            Self::JsonLines => text.starts_with("{\"step\":") || "{\"step\":".starts_with(text),
        }
    }

    pub(super) fn row(self, columns: &[String], step: u64, values: &[f64]) -> String {
        let mut row = match self {
            Self::Csv => step.to_string(),
            Self::JsonLines => format!("{{\"step\":{step}"),
        };
        for (name, value) in columns.iter().zip(values) {
            // Writing to a string does not fail. `{:?}` has an exponent where that is shorter.
            let _ = match self {
                Self::Csv => write!(row, ",{value:?}"),
                Self::JsonLines if value.is_finite() => write!(row, ",\"{name}\":{value:?}"),
                Self::JsonLines => write!(row, ",\"{name}\":null"),
            };
        }
        row.push_str(match self {
            Self::Csv => "\n",
            Self::JsonLines => "}\n",
        });
        row
    }

    pub(super) fn read_row(self, line: &str) -> Option<Row<'_>> {
        match self {
            Self::Csv => {
                let (step, values) = line.split_once(',')?;
                let values = values.split(',').map(|value| Some(("", value.parse().ok()?)));
                Some((step.parse().ok()?, values.collect::<Option<_>>()?))
            }
            Self::JsonLines => {
                let mut fields = line.strip_prefix('{')?.strip_suffix('}')?.split(',').map(|field| {
                    let (name, value) = field.trim().strip_prefix('"')?.split_once('"')?;
                    Some((name, value.trim_start().strip_prefix(':')?.trim()))
                });
                let ("step", step) = fields.next()?? else { return None };
                let values = fields.map(|field| {
                    let (name, value) = field?;
                    Some((name, if value == "null" { f64::NAN } else { value.parse().ok()? }))
                });
                Some((step.parse().ok()?, values.collect::<Option<_>>()?))
            }
        }
    }
}

/// The columns that the head of a CSV file names.
pub(super) fn read_head(line: &str) -> Option<Vec<String>> {
    Some(line.strip_prefix("step,")?.split(',').map(String::from).collect())
}

/// Names of columns that both forms can have.
pub(super) fn columns<const N: usize>(names: [&str; N]) -> Result<[String; N], Error> {
    for (i, name) in names.iter().enumerate() {
        let bad = |c: char| matches!(c, ',' | '"' | '\\') || c.is_control();
        if name.is_empty() || *name == "step" || name.contains(bad) || names[..i].contains(name) {
            return Err(Error::Column { name: (*name).into() });
        }
    }
    Ok(names.map(String::from))
}
