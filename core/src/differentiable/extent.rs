//! What a tangent knows of a value besides lengths: an extent, `#[constant(extent)] columns: usize`, that `index` reads.

use core::fmt;
use core::ops::Deref;

use super::Tangent;

/// A field `#[constant(extent)] columns: usize` in the tangent: it has no derivative and keeps its value, because the `index` of a matrix
/// reads it to find an element of the tangent.
///
/// Zeros made by [`zero_of`](crate::zero_of) know it. `Tangent::zero()` does not, and reading it there panics.
///
/// ```
/// use cotangent::prelude::*;
/// use cotangent::zero_of;
/// use std::ops::Index;
///
/// #[derive(Differentiable)]
/// struct Matrix { #[constant(extent)] columns: usize, data: Vec<f64> }
///
/// #[differentiable]
/// impl Index<(usize, usize)> for Matrix {
///     type Output = f64;
///     fn index(&self, (i, j): (usize, usize)) -> &f64 {
///         &self.data[i * self.columns + j]
///     }
/// }
///
/// #[differentiable]
/// fn determinant(m: &Matrix) -> f64 {
///     m[(0, 0)] * m[(1, 1)] - m[(0, 1)] * m[(1, 0)]
/// }
///
/// let m = Matrix { columns: 2, data: vec![1.0, 2.0, 3.0, 4.0] };
/// let gradient = determinant::grad(&m);
/// assert_eq!(gradient.data, [4.0, -3.0, -2.0, 1.0]);
/// assert_eq!((gradient[(0, 1)], *zero_of(&m).columns), (-3.0, 2));
/// ```
#[derive(Clone, Copy)]
pub struct Extent(pub(crate) Option<usize>);

/// The number, or `_` if it is not known.
impl fmt::Debug for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(extent) => write!(f, "{extent}"),
            None => f.write_str("_"),
        }
    }
}

impl From<usize> for Extent {
    fn from(extent: usize) -> Self {
        Self(Some(extent))
    }
}

/// # Panics
/// In a tangent that was not made for a value.
impl Deref for Extent {
    type Target = usize;
    fn deref(&self) -> &usize {
        match &self.0 {
            Some(extent) => extent,
            None => panic!("this tangent does not know an extent of its value: make it with `zero_of(&value)`"),
        }
    }
}

/// What is not known is no difference.
impl PartialEq for Extent {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_none() || other.0.is_none() || self.0 == other.0
    }
}

impl Tangent for Extent {
    fn zero() -> Self {
        Self(None)
    }
    fn neutral() -> Self {
        Self(None)
    }
    fn accumulate(&mut self, other: &Self) {
        assert!(*self == *other, "a tangent with the extent {} meets one with {}", **self, **other);
        self.0 = self.0.or(other.0);
    }
    fn scale(&mut self, _: f64) {}
    fn inner(&self, _: &Self) -> f64 {
        0.0
    }
    const SIZED: bool = false;
    fn clear(_: &mut Self) {}
}

super::accepts_nothing!(Extent);

impl Extent {
    /// The next of the lengths of a form.
    #[doc(hidden)]
    #[must_use]
    pub fn told(lengths: &mut dyn Iterator<Item = usize>) -> Self {
        Self(lengths.next())
    }
}

/// Tells an extent as part of the form.
#[doc(hidden)]
pub fn tell_extent(extent: &usize, tell: &mut dyn FnMut(usize)) {
    tell(*extent);
}

/// What `index` reads of a tangent to find an element.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this field is not in the tangent, where `index` reads it to find an element",
    label = "a tangent does not know this",
    note = "if the field is a `usize`, as the number of columns of a matrix is, mark it `#[constant(extent)]`"
)]
pub trait ReadByIndex {
    /// The value of the field.
    fn read(&self) -> usize;
}

#[diagnostic::do_not_recommend]
impl ReadByIndex for Extent {
    #[inline]
    fn read(&self) -> usize {
        **self
    }
}
