//! Models as safetensors files (feature `safetensors`).
//!
//! [safetensors](https://github.com/huggingface/safetensors) is a plain file format for weights: a header that names
//! each tensor, its type and its shape, then the numbers; nothing in it is executed. Each [leaf](crate::leaves) is one
//! tensor, with the name and the shape it has in the model. In Python the file has the same names and shapes:
//!
//! ```
//! use cotangent::prelude::*;
//! use cotangent::safetensors;
//!
//! #[derive(Differentiable, Debug, PartialEq)]
//! struct Dense { w: Matrix<f32, 2, 3>, b: Vector<f32, 3> }
//!
//! #[derive(Differentiable, Debug, PartialEq)]
//! struct Model { layers: [Dense; 2] }
//!
//! let dense = |w| Dense { w: Matrix::full(w), b: Vector::zeros() };
//! let trained = Model { layers: [dense(1.5), dense(-0.5)] };
//! # let path = std::env::temp_dir().join(format!("cotangent-{}.safetensors", std::process::id()));
//! std::fs::write(&path, safetensors::to_bytes(&trained))?;
//!
//! let mut model = Model { layers: [dense(0.0), dense(0.0)] };
//! safetensors::load(&mut model, &std::fs::read(&path)?)?;
//! assert_eq!(model, trained);
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```python
//! from safetensors.numpy import load_file
//! load_file("model.safetensors")["layers.0.w"]  # an array of shape (2, 3)
//! ```
//!
//! A model with a `Vec` must have the lengths of the file before it is loaded: make it with as many layers as were saved.
//!
//! Values without leaves are not in the file: integers, `bool`, `#[constant]` fields. A gradient, or a moment of an
//! optimizer, has the leaves of its model and is saved and loaded like it. A model that is a single tensor has no path,
//! so its tensor has the empty name.

mod error;
mod import;
pub(super) mod tensors;

pub use error::Error;
pub use import::{Source, import};

use alloc::vec::Vec;

use ::safetensors::serialize;

use crate::leaves::Leaves;

/// The model as the bytes of a safetensors file.
///
/// Numbers are exact to the last bit, NaN and `-0.0` included. The same numbers always give the same bytes.
///
/// # Panics
/// When the header exceeds the 100 MB of the format (about a million leaves), when two leaves have the same name, or
/// when one is called `__metadata__`, which the format reserves.
///
/// ```
/// use cotangent::prelude::*;
/// use cotangent::safetensors;
///
/// let bytes = safetensors::to_bytes(&(1.0_f64, tensor([2.0_f32, 3.0])));
/// let header = br#"{"0":{"dtype":"F64","shape":[],"data_offsets":[0,8]},"1":{"dtype":"F32","shape":[2],"data_offsets":[8,16]}}"#;
/// assert_eq!(&bytes[8..][..header.len()], header);
/// assert_eq!(bytes[bytes.len() - 4..], 3.0_f32.to_le_bytes());
/// ```
pub fn to_bytes<P: Leaves>(model: &P) -> Vec<u8> {
    serialize(tensors::stored(model, &tensors::names(model, "")), None)
        .unwrap_or_else(|error| panic!("a model of {} leaves: {error}", model.leaf_count()))
}

/// Sets every leaf of `model` to the tensor of its name in a safetensors file.
///
/// It loads everything or nothing: before it writes the first number, it checks that the file has a tensor for each
/// leaf, of the same shape and number type, and no other tensor. It does not convert, broadcast or reshape: [`import`]
/// does, for files of other programs. It ignores metadata in the file.
///
/// # Errors
/// [`Error`] says which leaf does not fit and why, or why the file cannot be read. `model` is then unchanged.
///
/// # Panics
/// When two leaves have the same name, or one is called `__metadata__`.
///
/// ```
/// use cotangent::prelude::*;
/// use cotangent::safetensors::{self, Error};
///
/// #[derive(Differentiable)]
/// struct Line { slope: f64, offset: f64 }
///
/// #[derive(Differentiable)]
/// struct Single { slope: f32, offset: f32 }
///
/// let bytes = safetensors::to_bytes(&Line { slope: 2.0, offset: 1.0 });
/// let error = safetensors::load(&mut Single { slope: 0.0, offset: 0.0 }, &bytes).unwrap_err();
/// assert_eq!(error.to_string(), "leaf `offset` holds numbers of type F32, its tensor in the file F64");
/// ```
pub fn load<P: Leaves>(model: &mut P, bytes: &[u8]) -> Result<(), Error> {
    let file = tensors::open(bytes)?;
    let names = tensors::names(model, "");
    tensors::same_names(names.keys(), &file)?;
    let found = tensors::find(model, &names, &file)?;
    tensors::write(model, found);
    Ok(())
}
