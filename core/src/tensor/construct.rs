//! Making tensors: from nested arrays, from slices, from a function of the position, filled.

use super::axis::Stored;
use super::{AnyShape, Dim, Ranked, Shape, Tensor};
use crate::scalar::Element;

/// A nested array whose nesting determines the shape: `[[T; C]; R]` is a `(Dim<R>, Dim<C>)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a nested array of numbers",
    note = "`tensor` takes arrays nested one to six deep, such as `[[1.0, 2.0], [3.0, 4.0]]`"
)]
pub trait Nested {
    /// The type of the numbers.
    type Element: Element;
    /// The shape of the nesting.
    type Shape: Shape<Array<Self::Element> = Self>;
}

/// `nested!([[T; B]; A]: A B)`.
macro_rules! nested {
    ($($array:ty: $($n:ident)*;)*) => {$(
        impl<T: Element, $(const $n: usize),*> Nested for $array {
            type Element = T;
            type Shape = ($(Dim<$n>,)*);
        }
        impl<T: Element, $(const $n: usize),*> From<$array> for Tensor<T, ($(Dim<$n>,)*)> {
            #[inline(always)]
            fn from(array: $array) -> Self {
                Tensor::new(array)
            }
        }
    )*};
}
nested! {
    [T; A]: A;
    [[T; B]; A]: A B;
    [[[T; C]; B]; A]: A B C;
    [[[[T; D]; C]; B]; A]: A B C D;
    [[[[[T; E]; D]; C]; B]; A]: A B C D E;
    [[[[[[T; F]; E]; D]; C]; B]; A]: A B C D E F;
}

/// The tensor of a nested array, with the shape of its nesting.
///
/// ```
/// use cotangent::tensor::{Matrix, tensor};
///
/// let x: Matrix<f64, 2, 2> = tensor([[1.0, 2.0], [3.0, 4.0]]);
/// assert_eq!(x[[1, 0]], 3.0);
/// ```
///
/// It has a derivative, so differentiable functions can turn numbers into tensors:
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn twice(x: f64, y: f64) -> f64 {
///     (tensor([x, y]) * tensor([y, x])).sum()
/// }
/// assert_eq!(twice::value_and_grad(3.0, 4.0), (24.0, (8.0, 6.0)));
/// ```
#[inline(always)]
pub fn tensor<N: Nested>(array: N) -> Tensor<N::Element, N::Shape> {
    Tensor::new(array)
}

/// Stands for the function [`tensor`](crate::tensor::tensor()) in derived code; its rule is in [`ops`](crate::ops).
#[doc(hidden)]
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug)]
pub struct tensor {}

impl<T: Element, S: Shape> Tensor<T, S> {
    /// The number of elements.
    pub const NUMEL: usize = S::NUMEL;

    /// All zeros, as a constant: `static W: Matrix<f32, 256, 256> = Matrix::ZEROS;`.
    pub const ZEROS: Self = Tensor(<S::Array<T> as Stored>::ZERO);

    /// Wraps a nested array. The shape must be known; [`tensor`] infers it.
    ///
    /// ```
    /// use cotangent::tensor::Row;
    ///
    /// let row = Row::<f32, 3>::new([[1.0, 2.0, 3.0]]);
    /// assert_eq!(row.sum(), 6.0);
    /// ```
    #[inline(always)]
    pub const fn new(array: S::Array<T>) -> Self {
        Tensor(array)
    }

    /// All zeros.
    ///
    /// ```
    /// use cotangent::tensor::Matrix;
    ///
    /// assert_eq!(Matrix::<f32, 2, 3>::zeros().sum(), 0.0);
    /// ```
    #[inline(always)]
    pub const fn zeros() -> Self {
        Self::ZEROS
    }

    /// Every element `value`.
    ///
    /// ```
    /// use cotangent::tensor::{Vector, tensor};
    ///
    /// assert_eq!(Vector::full(7), tensor([7, 7, 7]));
    /// ```
    #[inline]
    pub fn full(value: T) -> Self {
        let mut out = Self::ZEROS;
        out.fill(value);
        out
    }

    /// Computes every element from its position.
    ///
    /// The position has as many indices as the tensor has axes; any other number does not compile.
    ///
    /// ```
    /// use cotangent::tensor::{Matrix, tensor};
    ///
    /// let x: Matrix<usize, 2, 3> = Matrix::from_fn(|[i, j]| 10 * i + j);
    /// assert_eq!(x, tensor([[0, 1, 2], [10, 11, 12]]));
    /// ```
    #[inline]
    pub fn from_fn<const RANK: usize>(mut f: impl FnMut([usize; RANK]) -> T) -> Self
    where
        S: Ranked<RANK>,
    {
        let mut out = Self::ZEROS;
        for (flat, out) in out.as_mut_slice().iter_mut().enumerate() {
            let mut rest = flat;
            let mut at = [0; RANK];
            for axis in (0..RANK).rev() {
                at[axis] = rest % S::LENS[axis];
                rest /= S::LENS[axis];
            }
            *out = f(at);
        }
        out
    }

    /// Copies the elements in row-major order; `None` if there are not exactly [`NUMEL`](Self::NUMEL).
    ///
    /// ```
    /// use cotangent::tensor::{Matrix, tensor};
    ///
    /// assert_eq!(Matrix::from_slice(&[1, 2, 3, 4]), Some(tensor([[1, 2], [3, 4]])));
    /// assert_eq!(Matrix::<i32, 2, 2>::from_slice(&[1, 2, 3]), None);
    /// ```
    #[inline]
    pub fn from_slice(elements: &[T]) -> Option<Self> {
        let mut out = Self::ZEROS;
        if elements.len() != S::NUMEL {
            return None;
        }
        out.as_mut_slice().copy_from_slice(elements);
        Some(out)
    }

    /// All zeros on the heap. Unlike `Box::new(Tensor::zeros())`, the tensor is never on the stack.
    ///
    /// ```
    /// use cotangent::tensor::Matrix;
    ///
    /// let mut w = Matrix::<f32, 2048, 2048>::boxed_zeros();
    /// w[[2047, 0]] = 1.0;
    /// assert_eq!(w.sum(), 1.0);
    /// ```
    #[cfg(feature = "alloc")]
    pub fn boxed_zeros() -> alloc::boxed::Box<Self> {
        bytemuck::zeroed_box()
    }
}

impl<T: Element, S: AnyShape> Tensor<T, S> {
    /// Sets every element to `value`.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let mut x = tensor([1, 2]);
    /// x.fill(3);
    /// assert_eq!(x, tensor([3, 3]));
    /// ```
    #[inline]
    pub fn fill(&mut self, value: T) {
        self.as_mut_slice().fill(value);
    }
}

impl<T: Element, S: Shape> Default for Tensor<T, S> {
    /// All zeros.
    #[inline]
    fn default() -> Self {
        Self::ZEROS
    }
}

impl<T: Element> From<T> for Tensor<T, ()> {
    #[inline(always)]
    fn from(value: T) -> Self {
        Tensor(value)
    }
}

impl<T: Element> Tensor<T, ()> {
    /// The only element of a tensor without axes.
    ///
    /// ```
    /// use cotangent::tensor::{Tensor, tensor};
    ///
    /// let dot: Tensor<f32, ()> = tensor([1.0, 2.0]).matmul(&tensor([3.0, 4.0]));
    /// assert_eq!(dot.item(), 11.0);
    /// ```
    #[inline(always)]
    pub const fn item(&self) -> T {
        self.0
    }
}
