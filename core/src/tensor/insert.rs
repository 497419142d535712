//! Insertion of a new axis, of length 1 for one tensor or of the number of stacked tensors; and removal of an axis of
//! length 1.

use super::axis::Axis;
use super::{Dim, HasAxis, One, Shape, Tensor, written};
use crate::kernels::{self, Block, WriteMode};
use crate::scalar::Element;

/// A shape with room for another axis of number `AXIS`: it has at most five axes, and enough axes in front of the new
/// one.
///
/// A bound of [`unsqueeze`](Tensor::unsqueeze) and [`stack`](Stack::stack).
#[diagnostic::on_unimplemented(
    message = "shape `{Self}` cannot get a new axis {AXIS}",
    label = "no such place for an axis (or six axes already)",
    note = "0 is in front of the first axis; negative numbers count from the end, so -1 is behind the last axis"
)]
pub trait Insert<const AXIS: isize>: Shape {
    /// The shape with `Z` as axis `AXIS`.
    type Inserted<Z: Axis>: Shape;
    /// The number of positions before the new axis.
    #[doc(hidden)]
    const BEFORE: usize;
    /// The number of positions after it.
    #[doc(hidden)]
    const AFTER: usize;
}

/// `insert!(0 -2: [] [A])`: a new axis 0, also called -2, of a shape that had one.
macro_rules! insert {
    ($($number:literal $negative:literal: [$($before:ident)*] [$($after:ident)*];)*) => {$(
        insert!(@impl $number: [$($before)*] [$($after)*]);
        insert!(@impl $negative: [$($before)*] [$($after)*]);
    )*};
    (@impl $number:literal: [$($before:ident)*] [$($after:ident)*]) => {
        #[diagnostic::do_not_recommend]
        impl<$($before: Axis,)* $($after: Axis),*> Insert<$number> for ($($before,)* $($after,)*) {
            type Inserted<Z: Axis> = ($($before,)* Z, $($after,)*);
            const BEFORE: usize = 1 $(* $before::LEN)*;
            const AFTER: usize = 1 $(* $after::LEN)*;
        }
    };
}
insert! {
    0 -1: [] [];

    0 -2: [] [A];
    1 -1: [A] [];

    0 -3: [] [A B];
    1 -2: [A] [B];
    2 -1: [A B] [];

    0 -4: [] [A B C];
    1 -3: [A] [B C];
    2 -2: [A B] [C];
    3 -1: [A B C] [];

    0 -5: [] [A B C D];
    1 -4: [A] [B C D];
    2 -3: [A B] [C D];
    3 -2: [A B C] [D];
    4 -1: [A B C D] [];

    0 -6: [] [A B C D E];
    1 -5: [A] [B C D E];
    2 -4: [A B] [C D E];
    3 -3: [A B C] [D E];
    4 -2: [A B C D] [E];
    5 -1: [A B C D E] [];
}

/// A shape whose axis `AXIS` has length 1, either [`One`] or `Dim<1>`. A bound of [`squeeze`](Tensor::squeeze).
#[diagnostic::on_unimplemented(
    message = "shape `{Self}` has no axis {AXIS} of length 1",
    label = "only an axis of length 1 can be removed",
    note = "`sum_axis`, `mean_axis`, `max_axis` and others remove an axis of any length; `narrow` takes a part of one"
)]
pub trait Squeeze<const AXIS: isize>: HasAxis<AXIS> {}

#[diagnostic::do_not_recommend]
impl<const AXIS: isize, S: HasAxis<AXIS, Axis: Single>> Squeeze<AXIS> for S {}

/// An axis of length 1.
pub trait Single: Axis {}
impl Single for One {}
impl Single for Dim<1> {}

impl<T: Element, S: Shape> Tensor<T, S> {
    /// The same elements without axis `AXIS`, which must have length 1.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[1], [2]]).squeeze::<1>(), tensor([1, 2]));
    /// assert_eq!(tensor([[1, 2], [3, 4]]).sum_keep::<0>().squeeze::<0>(), tensor([4, 6]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use cotangent::tensor::tensor;
    ///
    /// tensor([[1, 2]]).squeeze::<1>(); // shape `(Dim<1>, Dim<2>)` has no axis 1 of length 1
    /// ```
    #[inline]
    #[must_use]
    pub fn squeeze<const AXIS: isize>(&self) -> Tensor<T, S::Removed>
    where
        S: Squeeze<AXIS>,
    {
        self.relabel()
    }

    /// The same elements with a new axis [`One`] of number `AXIS`, which stretches; [`fixed`](Self::fixed) turns it
    /// into a `Dim<1>`.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let (a, b) = (tensor([1, 2]), tensor([10, 20, 30]));
    /// assert_eq!(a.unsqueeze::<1>() * b, tensor([[10, 20, 30], [20, 40, 60]]));
    /// assert_eq!(a.unsqueeze::<0>().fixed::<0>(), tensor([[1, 2]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn unsqueeze<const AXIS: isize>(&self) -> Tensor<T, S::Inserted<One>>
    where
        S: Insert<AXIS>,
    {
        self.relabel()
    }
}

/// Tensors of one shape in an array, side by side along a new axis.
pub trait Stack<T: Element, S: Shape, const N: usize> {
    /// The tensors side by side along a new axis of number `AXIS`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let (a, b) = (tensor([1, 2, 3]), tensor([4, 5, 6]));
    /// assert_eq!([a, b].stack::<0>(), tensor([[1, 2, 3], [4, 5, 6]]));
    /// assert_eq!([a, b].stack::<1>(), tensor([[1, 4], [2, 5], [3, 6]]));
    /// ```
    #[must_use]
    fn stack<const AXIS: isize>(&self) -> Tensor<T, S::Inserted<Dim<N>>>
    where
        S: Insert<AXIS>;
}

impl<T: Element, S: Shape, const N: usize> Stack<T, S, N> for [Tensor<T, S>; N] {
    #[inline]
    fn stack<const AXIS: isize>(&self) -> Tensor<T, S::Inserted<Dim<N>>>
    where
        S: Insert<AXIS>,
    {
        written(|out: &mut Tensor<T, S::Inserted<Dim<N>>>| {
            for (i, x) in self.iter().enumerate() {
                let [one, place] = layer::<AXIS, S>(i, N);
                kernels::copy_block(x.as_slice(), one, out.as_mut_slice(), place);
            }
        })
    }
}

/// A whole tensor of shape `S`, and its place as number `i` of a stack of `n`.
const fn layer<const AXIS: isize, S: Insert<AXIS>>(i: usize, n: usize) -> [Block; 2] {
    let one = Block { start: 0, pitch: S::AFTER, width: S::AFTER, count: S::BEFORE };
    [one, Block { start: i * S::AFTER, pitch: n * S::AFTER, ..one }]
}

/// `dst += g`, or `=`, for each of the tensors that were stacked.
#[inline]
pub(crate) fn put_stacked<const AXIS: isize, const N: usize, T, S>(
    g: &Tensor<T, S::Inserted<Dim<N>>>,
    dst: &mut [Tensor<T, S>; N],
    how: WriteMode,
) where
    T: Element + core::ops::Add<Output = T>,
    S: Insert<AXIS>,
{
    for (i, dst) in dst.iter_mut().enumerate() {
        let [one, place] = layer::<AXIS, S>(i, N);
        kernels::put_block(g.as_slice(), place, dst.as_mut_slice(), one, how);
    }
}
