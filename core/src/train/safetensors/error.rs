//! Why a file does not fit a model, or is none.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

use super::Source;

/// Why a file was refused, or could not be written.
///
/// ```
/// use cotangent::prelude::*;
/// use cotangent::safetensors::{self, Error};
///
/// let mut model = (tensor([0.0_f32, 0.0]), 0.0_f32);
/// let bytes = safetensors::to_bytes(&(tensor([[1.0_f32], [2.0]]), 3.0_f32));
/// let error = safetensors::load(&mut model, &bytes).unwrap_err();
/// assert_eq!(error, Error::Shape { leaf: "0".into(), found: vec![2, 1], expected: vec![2] });
/// assert_eq!(error.to_string(), "leaf `0` has the shape [2], its tensor in the file [2, 1]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are not a safetensors file, or are damaged.
    Broken {
        /// The message of the reader.
        reason: String,
    },
    /// The leaves of the model and the tensors in the file have different names. At least one of the two sorted lists
    /// has an entry; both have entries if something was renamed.
    Names {
        /// Leaves without a tensor in the file.
        missing: Vec<String>,
        /// Tensors without a leaf in the model.
        unexpected: Vec<String>,
    },
    /// A leaf and its tensor hold numbers of different types, named as in the format: `F32`, `F64`, `BF16`.
    Type {
        /// The name of the leaf.
        leaf: String,
        /// The type in the file.
        found: String,
        /// The type in the model.
        expected: String,
    },
    /// A leaf and its tensor have different shapes.
    Shape {
        /// The name of the leaf.
        leaf: String,
        /// The lengths of the axes in the file.
        found: Vec<usize>,
        /// The lengths of the axes in the model.
        expected: Vec<usize>,
    },
    /// [`import`](super::import) was to take a leaf from a tensor that does not have its numbers.
    Source {
        /// The name of the leaf.
        leaf: String,
        /// The lengths of the axes in the model.
        expected: Vec<usize>,
        /// Where the leaf was to come from.
        source: Source,
        /// The lengths of the axes in the file.
        found: Vec<usize>,
    },
    /// The file cannot be read or written.
    File {
        /// Its path.
        path: String,
        /// The message of the operating system.
        reason: String,
    },
    /// The file has tensors, but was not written by `checkpoint::save`.
    NoCheckpoint,
    /// A checkpoint that a newer version of this library wrote, in a form that this one does not know.
    Newer {
        /// The version of the form of the file.
        found: u32,
        /// The newest version that is known.
        known: u32,
    },
    /// The progress in a checkpoint has another type than the one asked for, or cannot be written as JSON.
    Progress {
        /// The message of serde.
        reason: String,
    },
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken { reason } => write!(f, "not a safetensors file: {reason}"),
            Self::Names { missing, unexpected } => {
                let (missing, unexpected) = (Quoted(missing), Quoted(unexpected));
                match (missing.0, unexpected.0) {
                    (_, []) => write!(f, "the file has no tensor for {missing}"),
                    ([], _) => write!(f, "the model has no leaf for {unexpected}"),
                    _ => write!(f, "the file has no tensor for {missing}, and the model no leaf for {unexpected}"),
                }
            }
            Self::Type { leaf, found, expected } => {
                write!(f, "leaf `{leaf}` holds numbers of type {expected}, its tensor in the file {found}")
            }
            Self::Shape { leaf, found, expected } => {
                write!(f, "leaf `{leaf}` has the shape {expected:?}, its tensor in the file {found:?}")
            }
            Self::Source { leaf, expected, source, found } => {
                write!(
                    f,
                    "leaf `{leaf}` of the shape {expected:?} cannot come from {source}: it has the shape {found:?} in the file"
                )
            }
            Self::File { path, reason } => write!(f, "`{path}`: {reason}"),
            Self::NoCheckpoint => write!(f, "the file is not a checkpoint: its metadata has no entry `cotangent`"),
            Self::Newer { found, known } => {
                write!(
                    f,
                    "the checkpoint has version {found}, this library knows the versions up to {known}: update it"
                )
            }
            Self::Progress { reason } => write!(f, "the progress of the checkpoint: {reason}"),
        }
    }
}

impl core::error::Error for Error {}

/// A list of names.
struct Quoted<'a>(&'a [String]);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, name) in self.0.iter().enumerate() {
            write!(f, "{}`{name}`", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
