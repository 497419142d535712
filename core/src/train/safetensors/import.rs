//! Weights that another program saved.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};
use core::ops::Range;

use ::safetensors::Dtype;
use ::safetensors::tensor::TensorView;

use super::{Error, tensors};
use crate::leaves::{LeafMut, Leaves, of_any_type};
use crate::scalar::Real;

/// Where the numbers of a leaf come from: see [`import`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    name: Option<String>,
    rows: Option<Range<usize>>,
    transposed: bool,
    reshaped: bool,
}

impl Source {
    /// From the tensor of this name. It must have the shape of the leaf.
    pub fn tensor(name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), rows: None, transposed: false, reshaped: false }
    }

    /// From no tensor: the leaf stays as it is.
    pub fn keep() -> Self {
        Self { name: None, rows: None, transposed: false, reshaped: false }
    }

    /// Takes only these rows of the tensor, positions of its first axis. `PyTorch` keeps the matrices of queries, keys
    /// and values in one tensor, and those of the gates of a recurrent layer.
    #[must_use]
    pub fn rows(self, rows: Range<usize>) -> Self {
        Self { rows: Some(rows), ..self }
    }

    /// Divides the numbers into the axes of the leaf, in row-major order. Their number must be that of the leaf.
    #[must_use]
    pub fn reshaped(self) -> Self {
        Self { reshaped: true, ..self }
    }

    /// Exchanges the last two axes of the leaf: the file has a matrix of `PyTorch`'s `Linear`, with a row for each result.
    /// With [`reshaped`](Self::reshaped) the numbers are first divided into these axes, then exchanged.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self { transposed: true, ..self }
    }
}

/// The tensor, and what is done with it.
impl Display for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "the tensor `{name}`")?,
            None => write!(f, "no tensor")?,
        }
        if let Some(rows) = &self.rows {
            write!(f, ", rows {rows:?}")?;
        }
        if self.reshaped {
            write!(f, ", reshaped")?;
        }
        if self.transposed {
            write!(f, ", transposed")?;
        }
        Ok(())
    }
}

/// Sets leaves of `model` to tensors of a safetensors file that another program wrote. `source` says for the name of each
/// leaf which tensor it comes from, and how.
///
/// Numbers of the types `F64`, `F32`, `F16` and `BF16` become those of the leaf, each rounded once. It loads everything or nothing.
/// Returns the names of the tensors that no leaf came from.
///
/// # Errors
/// [`Error`] says which leaf does not fit and why, or why the file cannot be read. `model` is then unchanged.
///
/// # Panics
/// When two leaves have the same name, or one is called `__metadata__`.
///
/// ```
/// use cotangent::prelude::*;
/// use cotangent::safetensors::{self, Source};
///
/// // What `torch.nn.Linear(3, 2)` saves, called `head`.
/// #[derive(Differentiable)]
/// struct Saved { head: Linear }
/// #[derive(Differentiable)]
/// struct Linear { weight: Matrix<f32, 2, 3>, bias: Vector<f32, 2> }
///
/// let head = Linear { weight: tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), bias: tensor([0.5, -0.5]) };
/// let file = safetensors::to_bytes(&Saved { head });
///
/// #[derive(Differentiable)]
/// struct Model { w: Matrix<f64, 3, 2>, b: Vector<f64, 2>, gain: f64 }
///
/// let mut model = Model { w: Matrix::zeros(), b: Vector::zeros(), gain: 1.0 };
/// let unused = safetensors::import(&mut model, &file, |leaf| match leaf {
///     "w" => Source::tensor("head.weight").transposed(),
///     "b" => Source::tensor("head.bias"),
///     _ => Source::keep(),
/// })?;
/// assert_eq!(model.w, tensor([[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]));
/// assert_eq!((model.b, model.gain), (tensor([0.5, -0.5]), 1.0));
/// assert!(unused.is_empty());
/// # Ok::<(), safetensors::Error>(())
/// ```
pub fn import<P: Leaves>(
    model: &mut P,
    bytes: &[u8],
    mut source: impl FnMut(&str) -> Source,
) -> Result<Vec<String>, Error> {
    let file = tensors::open(bytes)?;
    let sources: Vec<_> = tensors::names(model, "").into_iter().map(|(leaf, i)| (i, source(&leaf), leaf)).collect();
    let named = sources.iter().filter_map(|(_, source, _)| source.name.as_deref());
    let (missing, unexpected) = tensors::differences(named, &file);
    if !missing.is_empty() {
        return Err(Error::Names { missing, unexpected });
    }

    let mut found = Vec::with_capacity(sources.len());
    for (i, source, leaf) in sources {
        if let Some(name) = &source.name {
            found.push((i, Found::new(&source, leaf, model, i, &tensors::tensor(name, &file)?)?));
        }
    }
    for (i, found) in found {
        of_any_type!(LeafMut, model.leaf_mut(i), leaf => found.fill(leaf));
    }
    Ok(unexpected)
}

/// The numbers of a leaf in a file, checked.
struct Found<'f> {
    bytes: &'f [u8],
    dtype: Dtype,
    /// The last two axes of the leaf, if they are exchanged in the file.
    matrix: Option<[usize; 2]>,
}

impl<'f> Found<'f> {
    fn new<P: Leaves>(
        source: &Source,
        leaf: String,
        model: &P,
        i: usize,
        tensor: &TensorView<'f>,
    ) -> Result<Self, Error> {
        let dtype = tensor.dtype();
        if !matches!(dtype, Dtype::F64 | Dtype::F32 | Dtype::F16 | Dtype::BF16) {
            let expected = tensors::dtype(&model.leaf(i)).to_string();
            return Err(Error::Type { leaf, found: dtype.to_string(), expected });
        }

        let expected = model.leaf_shape(i).to_vec();
        let (mut shape, mut bytes) = (tensor.shape().to_vec(), tensor.data());
        let mut fits = true;
        if let Some(rows) = &source.rows {
            let all = shape.first().copied().unwrap_or(0);
            fits = rows.start <= rows.end && rows.end <= all;
            if fits {
                let row = bytes.len() / all.max(1);
                bytes = &bytes[rows.start * row..rows.end * row];
                shape[0] = rows.len();
            }
        }

        let mut in_file = expected.clone();
        let matrix = match &mut in_file[..] {
            [.., rows, columns] if source.transposed => {
                core::mem::swap(rows, columns);
                Some([*columns, *rows])
            }
            _ => None,
        };
        fits &= matrix.is_some() == source.transposed;
        fits &= if source.reshaped {
            shape.iter().product::<usize>() == in_file.iter().product::<usize>()
        } else {
            shape == in_file
        };
        if !fits {
            let (source, found) = (source.clone(), tensor.shape().to_vec());
            return Err(Error::Source { leaf, expected, source, found });
        }
        Ok(Self { bytes, dtype, matrix })
    }

    /// Sets the numbers of a leaf.
    fn fill<T: Real>(&self, leaf: &mut [T]) {
        let size = self.bytes.len() / leaf.len().max(1);
        for (i, x) in leaf.iter_mut().enumerate() {
            let i = match self.matrix {
                Some([rows, columns]) => {
                    let (matrix, row, column) = (i / (rows * columns), i / columns % rows, i % columns);
                    (matrix * columns + column) * rows + row
                }
                None => i,
            };
            *x = T::lit(number(self.dtype, &self.bytes[i * size..][..size]));
        }
    }
}

/// A number of a file.
fn number(dtype: Dtype, bytes: &[u8]) -> f64 {
    let expected = "the file has whole numbers";
    match dtype {
        Dtype::F64 => f64::from_le_bytes(bytes.try_into().expect(expected)),
        Dtype::F32 => f64::from(f32::from_le_bytes(bytes.try_into().expect(expected))),
        Dtype::BF16 => {
            f64::from(f32::from_bits(u32::from(u16::from_le_bytes(bytes.try_into().expect(expected))) << 16))
        }
        Dtype::F16 => half(u16::from_le_bytes(bytes.try_into().expect(expected))),
        _ => unreachable!("the type has been checked"),
    }
}

/// The number of a binary16 of IEEE 754; the crate `half` is a feature of its own.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1F), f64::from(bits & 0x3FF) / 1024.0);
    let size = match exponent {
        0 => fraction * exp2(-14),
        0x1F if fraction == 0.0 => f64::INFINITY,
        0x1F => f64::NAN,
        _ => (1.0 + fraction) * exp2(exponent - 15),
    };
    if bits >> 15 == 0 { size } else { -size }
}

/// A power of two.
fn exp2(exponent: i32) -> f64 {
    f64::from_bits(u64::from((1023 + exponent).unsigned_abs()) << 52)
}
