//! A training run as a file (features `safetensors` and `std`): the model, the state of its optimizer, and what else the
//! run needs to go on as if it had never stopped, to the bit.
//!
//! ```
//! use cotangent::optim::AdamW;
//! use cotangent::prelude::*;
//! use cotangent::checkpoint;
//!
//! #[derive(Differentiable, Clone, Debug, PartialEq)]
//! struct Line { slope: f64, offset: f64 }
//!
//! #[differentiable]
//! fn loss(line: &Line, #[constant] x: f64) -> f64 {
//!     (line.slope * x + line.offset - x.sin()).powi(2)
//! }
//!
//! fn train(line: &mut Line, optimizer: &mut AdamW<Line>, steps: std::ops::Range<u32>) {
//!     for step in steps {
//!         let gradient = loss::grad(line, f64::from(step));
//!         optimizer.step(line, &gradient);
//!     }
//! }
//! # let path = std::env::temp_dir().join(format!("cotangent-{}.checkpoint", std::process::id()));
//! let new = Line { slope: 0.0, offset: 0.0 };
//!
//! let (mut line, mut optimizer) = (new.clone(), AdamW::new(&new, 0.01));
//! train(&mut line, &mut optimizer, 0..10);
//! checkpoint::save(&path, &line, &optimizer, &10_u32)?;
//! train(&mut line, &mut optimizer, 10..20);
//!
//! let (mut resumed, mut optimizer) = (new.clone(), AdamW::new(&new, 0.01));
//! let step: u32 = checkpoint::load(&path, &mut resumed, &mut optimizer)?;
//! train(&mut resumed, &mut optimizer, step..20);
//! assert_eq!(resumed, line);
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The progress is any value that serde can write: the step, the order of the samples, the generator of random numbers,
//! a [`LossScale`](crate::optim::LossScale) by its fields, in a tuple or a struct of yours. A schedule is a function of the
//! step, so it has nothing to save. What is learned without a gradient, such as the running averages of a normalisation,
//! goes into a struct with the model. Hyperparameters are not in the file: they are in your program, and may change when
//! a run goes on.
//!
//! The file is a [safetensors](crate::safetensors) file. The leaves of the model are called `model.layers.0.w`, a moment of
//! an optimizer `optimizer.first_moment.layers.0.w`; the metadata has the entry `cotangent`, which is JSON: the version of this form, the
//! number of steps and the progress.

use std::format;
use std::fs;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use ::safetensors::{SafeTensors, serialize_to_file};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::optim::State;
use super::safetensors::Error;
use super::safetensors::tensors::{Names, find, names, open, same_names, stored, write};
use crate::leaves::Leaves;

/// The version of the form of a file. A change that an older program would misread raises it.
const VERSION: u32 = 1;

/// The entry of the metadata.
const ENTRY: &str = "cotangent";

/// What is known before the rest is read.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// The entry of the metadata.
#[derive(Serialize, Deserialize)]
struct Header<S> {
    version: u32,
    steps: u64,
    progress: S,
}

/// Saves a run. A file of that name is replaced, at once and as a whole: if anything fails, it is as it was.
///
/// # Errors
/// [`Error::File`] if the file cannot be written, [`Error::Progress`] if serde cannot write the progress.
///
/// # Panics
/// When two leaves have the same name.
pub fn save<M: Leaves, O: State, S: Serialize>(
    path: impl AsRef<Path>,
    model: &M,
    optimizer: &O,
    progress: &S,
) -> Result<(), Error> {
    let path = path.as_ref();
    let header = Header { version: VERSION, steps: optimizer.steps_taken(), progress };
    let header = serde_json::to_string(&header).map_err(|error| Error::Progress { reason: error.to_string() })?;
    let mut tensors = stored(model, &names(model, "model"));
    for i in 0..O::MOMENTS {
        let moment = optimizer.moment(i);
        tensors.extend(stored(moment, &names(moment, &part::<O>(i))));
    }
    serialize_to_file(tensors, Some([(ENTRY.to_string(), header)].into()), path).map_err(|error| file(path, &error))
}

/// Sets a model and its optimizer to what was saved, and returns the progress.
///
/// The model must have the form of the saved one, and its `Vec`s the lengths; the optimizer must be of the same kind. It loads everything or
/// nothing: all names, types and shapes are checked before the first number is written.
///
/// # Errors
/// [`Error`] says what does not fit, or why the file cannot be read. Model and optimizer are then unchanged.
///
/// # Panics
/// When two leaves have the same name.
pub fn load<M: Leaves, O: State, S: DeserializeOwned>(
    path: impl AsRef<Path>,
    model: &mut M,
    optimizer: &mut O,
) -> Result<S, Error> {
    let path = path.as_ref();
    let bytes = fs::read(path).map_err(|error| file(path, &error))?;
    let opened = open(&bytes)?;
    let header: Header<S> = header(&bytes)?;

    let of_model = names(model, "model");
    let of_moments: Vec<Names> = (0..O::MOMENTS).map(|i| names(optimizer.moment(i), &part::<O>(i))).collect();
    same_names(of_model.keys().chain(of_moments.iter().flat_map(Names::keys)), &opened)?;
    let found_model = find(model, &of_model, &opened)?;
    let found_moments = of_moments.iter().enumerate().map(|(i, names)| find(optimizer.moment(i), names, &opened));
    let found_moments = found_moments.collect::<Result<Vec<_>, _>>()?;

    write(model, found_model);
    for (i, found) in found_moments.into_iter().enumerate() {
        write(optimizer.moment_mut(i), found);
    }
    optimizer.set_steps_taken(header.steps);
    Ok(header.progress)
}

/// The name of a moment in the file.
fn part<O: State>(i: usize) -> String {
    format!("optimizer.{}", O::moment_name(i))
}

/// The entry of the metadata of a file, whose header is parsed for it once more: the opened file does not show it.
fn header<S: DeserializeOwned>(bytes: &[u8]) -> Result<Header<S>, Error> {
    let (_, metadata) =
        SafeTensors::read_metadata(bytes).map_err(|error| Error::Broken { reason: error.to_string() })?;
    let entry = metadata.metadata().as_ref().and_then(|entries| entries.get(ENTRY)).ok_or(Error::NoCheckpoint)?;
    let Version { version } =
        serde_json::from_str(entry).map_err(|error| Error::Broken { reason: error.to_string() })?;
    if version > VERSION {
        return Err(Error::Newer { found: version, known: VERSION });
    }
    serde_json::from_str(entry).map_err(|error| Error::Progress { reason: error.to_string() })
}

fn file(path: &Path, error: &dyn core::fmt::Display) -> Error {
    Error::File { path: path.display().to_string(), reason: error.to_string() }
}
