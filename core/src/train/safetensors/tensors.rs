//! The leaves of a value as the tensors of a file.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use ::safetensors::tensor::TensorView;
use ::safetensors::{Dtype, SafeTensors, View};

use super::Error;
use crate::leaves::{Leaf, LeafMut, LeafShape, Leaves, of_any_type};

/// Leaves by the names of their tensors.
pub(in crate::train) type Names = BTreeMap<String, usize>;

/// The leaves of a value that is a part of what the file holds, or all of it if `part` is empty.
///
/// # Panics
/// When two leaves have the same name, or one is called `__metadata__`.
#[track_caller]
pub(in crate::train) fn names<P: Leaves>(value: &P, part: &str) -> Names {
    let mut names = Names::new();
    for i in 0..value.leaf_count() {
        let leaf = value.leaf_name(i).to_string();
        let name = match (part, &*leaf) {
            ("", _) => leaf,
            (part, "") => part.to_string(),
            (part, leaf) => format!("{part}.{leaf}"),
        };
        assert!(name != "__metadata__", "safetensors reserves the name `__metadata__`, leaf {i} cannot have it");
        if let Some(other) = names.insert(name, i) {
            panic!("leaves {other} and {i} are both called `{}`", value.leaf_name(i));
        }
    }
    names
}

/// The leaves, to be written to a file.
pub(in crate::train) fn stored<'a, P: Leaves>(value: &'a P, names: &Names) -> Vec<(String, Stored<'a>)> {
    names.iter().map(|(name, &i)| (name.clone(), Stored { leaf: value.leaf(i), shape: value.leaf_shape(i) })).collect()
}

/// The file that these bytes are.
pub(in crate::train) fn open(bytes: &[u8]) -> Result<SafeTensors<'_>, Error> {
    SafeTensors::deserialize(bytes).map_err(|error| Error::Broken { reason: error.to_string() })
}

/// Checks that the tensors of a file have these names, and no others.
pub(in crate::train) fn same_names<'n>(
    leaves: impl Iterator<Item = &'n String>,
    file: &SafeTensors<'_>,
) -> Result<(), Error> {
    let (missing, unexpected) = differences(leaves.map(String::as_str), file);
    if missing.is_empty() && unexpected.is_empty() { Ok(()) } else { Err(Error::Names { missing, unexpected }) }
}

/// Those of the names that no tensor has, and the tensors that have none of them.
pub(super) fn differences<'n>(
    names: impl Iterator<Item = &'n str>,
    file: &SafeTensors<'_>,
) -> (Vec<String>, Vec<String>) {
    let (names, tensors) = (names.collect(), file.names().into_iter().collect());
    let without = |a: &BTreeSet<&str>, b: &BTreeSet<&str>| a.difference(b).map(ToString::to_string).collect();
    (without(&names, &tensors), without(&tensors, &names))
}

/// The bytes of leaves.
pub(in crate::train) type Found<'f> = Vec<(usize, &'f [u8])>;

/// Finds the tensors of leaves, and checks their types and shapes.
pub(in crate::train) fn find<'f, P: Leaves>(
    value: &P,
    names: &Names,
    file: &SafeTensors<'f>,
) -> Result<Found<'f>, Error> {
    let mut found = Vec::with_capacity(names.len());
    for (name, &i) in names {
        let tensor = tensor(name, file)?;
        let (expected, given) = (dtype(&value.leaf(i)), tensor.dtype());
        if given != expected {
            let (found, expected) = (given.to_string(), expected.to_string());
            return Err(Error::Type { leaf: name.clone(), found, expected });
        }
        let expected = value.leaf_shape(i);
        if *tensor.shape() != *expected {
            let (found, expected) = (tensor.shape().to_vec(), expected.to_vec());
            return Err(Error::Shape { leaf: name.clone(), found, expected });
        }
        found.push((i, tensor.data()));
    }
    Ok(found)
}

/// The tensor of that name.
pub(in crate::train) fn tensor<'f>(name: &str, file: &SafeTensors<'f>) -> Result<TensorView<'f>, Error> {
    file.tensor(name).map_err(|_| Error::Names { missing: vec![name.to_string()], unexpected: Vec::new() })
}

/// Sets leaves to what was found.
pub(in crate::train) fn write<P: Leaves>(value: &mut P, found: Found<'_>) {
    for (i, bytes) in found {
        match value.leaf_mut(i) {
            LeafMut::F32(numbers) => decode(bytes, numbers, f32::from_le_bytes),
            LeafMut::F64(numbers) => decode(bytes, numbers, f64::from_le_bytes),
            #[cfg(feature = "half")]
            LeafMut::F16(numbers) => decode(bytes, numbers, half::f16::from_le_bytes),
            #[cfg(feature = "half")]
            LeafMut::BF16(numbers) => decode(bytes, numbers, half::bf16::from_le_bytes),
        }
    }
}

/// The name of a leaf's number type in the format.
pub(in crate::train) fn dtype(leaf: &Leaf<'_>) -> Dtype {
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
pub(in crate::train) struct Stored<'a> {
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
