//! Tensors in the formats of serde (feature `serde`): nested lists, as they are written in code.

use alloc::vec::Vec;
use core::fmt::{self, Formatter};
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error, Expected, IgnoredAny, SeqAccess, Visitor};
use serde::ser::{SerializeSeq, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{AnyShape, Tensor};
use crate::kernels::MAX_RANK;
use crate::scalar::Element;

/// The lengths of a tensor of so many rows, in the last places.
fn lens<S: AnyShape>(rows: usize) -> [usize; MAX_RANK] {
    let mut lens = S::EXTENTS;
    if !S::STATIC {
        lens[MAX_RANK - S::AXES] = rows;
    }
    lens
}

/// Some axes of a tensor, the last ones.
#[derive(Clone, Copy)]
struct Axes<'a> {
    /// All lengths.
    lens: &'a [usize],
    /// The first of these axes.
    axis: usize,
}

impl Axes<'_> {
    fn len(self) -> Option<usize> {
        self.lens.get(self.axis).copied()
    }
    fn inner(self) -> Self {
        Self { axis: self.axis + 1, ..self }
    }
    fn numbers(self) -> usize {
        self.lens[self.axis..].iter().product()
    }
}

impl Expected for Axes<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.len() {
            Some(len) => write!(f, "a list of {len} along axis {} of shape {:?}", self.axis, self.lens),
            None => write!(f, "a number"),
        }
    }
}

/// Some numbers of a tensor, to be written.
struct Part<'a, T> {
    axes: Axes<'a>,
    numbers: &'a [T],
}

impl<'a, T> Part<'a, T> {
    fn parts(&self, len: usize) -> impl Iterator<Item = Part<'a, T>> {
        let (axes, numbers) = (self.axes.inner(), self.numbers);
        let size = axes.numbers();
        (0..len).map(move |i| Part { axes, numbers: &numbers[i * size..][..size] })
    }
}

impl<T: Serialize> Serialize for Part<'_, T> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let Some(len) = self.axes.len() else { return self.numbers[0].serialize(serializer) };
        let mut list = serializer.serialize_tuple(len)?;
        self.parts(len).try_for_each(|part| list.serialize_element(&part))?;
        list.end()
    }
}

/// Nested lists, as they are written in code. (Feature `serde`.)
///
/// ```
/// use cotangent::prelude::*;
///
/// let x = tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// let text = serde_json::to_string(&x)?;
/// assert_eq!(text, "[[1.0,2.0,3.0],[4.0,5.0,6.0]]");
/// assert_eq!(serde_json::from_str::<Matrix<f64, 2, 3>>(&text)?, x);
/// assert_eq!(serde_json::from_str::<Batch<f64, 3>>(&text)?.rows(), 2); // any number of rows
///
/// let error = serde_json::from_str::<Matrix<f64, 2, 4>>(&text).unwrap_err();
/// assert!(error.to_string().starts_with("invalid length 3, expected a list of 4 along axis 1 of shape [2, 4]"));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Lengths that are in the type are checked and not written, so a binary format holds the numbers alone. What cannot be read changes nothing: a
/// tensor is made as a whole or not at all. JSON has no NaN and no infinities, and serde writes `null` for them, which is then refused.
impl<T: Element + Serialize, S: AnyShape> Serialize for Tensor<T, S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let (rows, lens) = (self.count_rows(), lens::<S>(self.count_rows()));
        let whole = Part { axes: Axes { lens: &lens[MAX_RANK - S::AXES..], axis: 0 }, numbers: self.as_slice() };
        if S::STATIC {
            return whole.serialize(serializer);
        }
        let mut list = serializer.serialize_seq(Some(rows))?;
        whole.parts(rows).try_for_each(|row| list.serialize_element(&row))?;
        list.end()
    }
}

/// Some numbers of a tensor, to be read.
struct Fill<'a, T> {
    axes: Axes<'a>,
    numbers: &'a mut [T],
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Fill<'_, T> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Some(len) = self.axes.len() else {
            self.numbers[0] = T::deserialize(deserializer)?;
            return Ok(());
        };
        deserializer.deserialize_tuple(len, self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fill<'_, T> {
    type Value = ();
    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Expected::fmt(&self.axes, f)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let (len, axes) = (self.axes.len().unwrap_or(0), self.axes.inner());
        let size = axes.numbers();
        for i in 0..len {
            let part = Fill { axes, numbers: &mut self.numbers[i * size..][..size] };
            list.next_element_seed(part)?.ok_or_else(|| Error::invalid_length(i, &self.axes))?;
        }
        match list.next_element::<IgnoredAny>()? {
            None => Ok(()),
            Some(_) => Err(Error::invalid_length(len + 1, &self.axes)),
        }
    }
}

/// Reads rows until there are no more.
struct Rows<T, S>(PhantomData<(T, S)>);

impl<'de, T: Element + Deserialize<'de>, S: AnyShape> Visitor<'de> for Rows<T, S> {
    type Value = Tensor<T, S>;
    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "a list of rows")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tensor<T, S>, A::Error> {
        let lens = lens::<S>(1);
        let axes = Axes { lens: &lens[MAX_RANK - S::AXES..], axis: 1 };
        let (mut numbers, mut rows) = (Vec::new(), 0);
        loop {
            numbers.resize((rows + 1) * S::ROW, T::ZERO);
            let row = Fill { axes, numbers: &mut numbers[rows * S::ROW..] };
            if list.next_element_seed(row)?.is_none() {
                break;
            }
            rows += 1;
        }
        let mut x = S::zero_rows(rows);
        x.as_mut_slice().copy_from_slice(&numbers[..rows * S::ROW]);
        Ok(x)
    }
}

impl<'de, T: Element + Deserialize<'de>, S: AnyShape> Deserialize<'de> for Tensor<T, S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !S::STATIC {
            return deserializer.deserialize_seq(Rows(PhantomData));
        }
        let mut x = S::zero_rows(1);
        let lens = lens::<S>(1);
        let axes = Axes { lens: &lens[MAX_RANK - S::AXES..], axis: 0 };
        Fill { axes, numbers: x.as_mut_slice() }.deserialize(deserializer)?;
        Ok(x)
    }
}
