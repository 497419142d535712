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

pub use error::Error;

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use ::safetensors::{Dtype, SafeTensors, View, serialize};

use crate::leaves::{Leaf, LeafMut, LeafShape, Leaves, of_any_type};

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
    let tensors =
        names(model).into_iter().map(|(name, i)| (name, Stored { leaf: model.leaf(i), shape: model.leaf_shape(i) }));
    serialize(tensors, None).unwrap_or_else(|error| panic!("a model of {} leaves: {error}", model.leaf_count()))
}

/// Sets every leaf of `model` to the tensor of its name in a safetensors file.
///
/// It loads everything or nothing: before it writes the first number, it checks that the file has a tensor for each
/// leaf, of the same shape and number type, and no other tensor. It does not convert, broadcast or reshape. It ignores
/// metadata in the file.
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
    let file = SafeTensors::deserialize(bytes).map_err(|error| Error::Broken { reason: error.to_string() })?;
    let names = names(model);
    let leaves: BTreeSet<&str> = names.keys().map(String::as_str).collect();
    let tensors: BTreeSet<&str> = file.names().into_iter().collect();
    if leaves != tensors {
        return Err(Error::Names { missing: without(&leaves, &tensors), unexpected: without(&tensors, &leaves) });
    }

    let mut numbers = Vec::with_capacity(names.len());
    for (name, i) in names {
        let tensor = file.tensor(&name).expect("the names are the same");
        let (expected, found) = (dtype(&model.leaf(i)), tensor.dtype());
        if found != expected {
            return Err(Error::Type { leaf: name, found: found.to_string(), expected: expected.to_string() });
        }
        let expected = model.leaf_shape(i);
        if *tensor.shape() != *expected {
            return Err(Error::Shape { leaf: name, found: tensor.shape().to_vec(), expected: expected.to_vec() });
        }
        numbers.push((i, tensor.data()));
    }
    for (i, bytes) in numbers {
        match model.leaf_mut(i) {
            LeafMut::F32(numbers) => decode(bytes, numbers, f32::from_le_bytes),
            LeafMut::F64(numbers) => decode(bytes, numbers, f64::from_le_bytes),
            #[cfg(feature = "half")]
            LeafMut::F16(numbers) => decode(bytes, numbers, half::f16::from_le_bytes),
            #[cfg(feature = "half")]
            LeafMut::BF16(numbers) => decode(bytes, numbers, half::bf16::from_le_bytes),
        }
    }
    Ok(())
}

/// The leaves of a model by name.
fn names<P: Leaves>(model: &P) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for i in 0..model.leaf_count() {
        let name = model.leaf_name(i).to_string();
        assert!(name != "__metadata__", "safetensors reserves the name `__metadata__`, leaf {i} cannot have it");
        if let Some(other) = names.insert(name, i) {
            panic!("leaves {other} and {i} are both called `{}`", model.leaf_name(i));
        }
    }
    names
}

/// The names in `these` that are not in `those`.
fn without(these: &BTreeSet<&str>, those: &BTreeSet<&str>) -> Vec<String> {
    these.difference(those).map(ToString::to_string).collect()
}

/// The name of a leaf's number type in the format.
fn dtype(leaf: &Leaf<'_>) -> Dtype {
    match leaf {
        Leaf::F32(_) => Dtype::F32,
        Leaf::F64(_) => Dtype::F64,
        #[cfg(feature = "half")]
        Leaf::F16(_) => Dtype::F16,
        #[cfg(feature = "half")]
        Leaf::BF16(_) => Dtype::BF16,
    }
}

/// A leaf that is written to a file.
struct Stored<'a> {
    leaf: Leaf<'a>,
    shape: LeafShape,
}

impl View for Stored<'_> {
    fn dtype(&self) -> Dtype {
        dtype(&self.leaf)
    }
    fn shape(&self) -> &[usize] {
        &self.shape
    }
    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Owned(match self.leaf {
            Leaf::F32(numbers) => encode(numbers, f32::to_le_bytes),
            Leaf::F64(numbers) => encode(numbers, f64::to_le_bytes),
            #[cfg(feature = "half")]
            Leaf::F16(numbers) => encode(numbers, half::f16::to_le_bytes),
            #[cfg(feature = "half")]
            Leaf::BF16(numbers) => encode(numbers, half::bf16::to_le_bytes),
        })
    }
    fn data_len(&self) -> usize {
        of_any_type!(Leaf, self.leaf, numbers => size_of_val(numbers))
    }
}

/// The numbers as bytes; the format is little-endian on every machine.
fn encode<T: Copy, const SIZE: usize>(numbers: &[T], to_bytes: impl Fn(T) -> [u8; SIZE]) -> Vec<u8> {
    let mut bytes = vec![0; SIZE * numbers.len()];
    for (bytes, &x) in bytes.as_chunks_mut().0.iter_mut().zip(numbers) {
        *bytes = to_bytes(x);
    }
    bytes
}

/// The numbers of a sequence of bytes.
fn decode<T, const SIZE: usize>(bytes: &[u8], numbers: &mut [T], from_bytes: impl Fn([u8; SIZE]) -> T) {
    for (x, &bytes) in numbers.iter_mut().zip(bytes.as_chunks().0) {
        *x = from_bytes(bytes);
    }
}
