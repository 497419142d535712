//! Axes in another order: transpose, swap, permute.
//!
//! The new shape is a type; the data are copied by walking the new shape with the old strides.

use core::ops::Add;

use super::{Axis, Shape, Tensor, written};
use crate::kernels::{self, MAX_RANK, Plan, WriteMode, contiguous};
use crate::scalar::Element;

/// A shape whose last two axes can be exchanged, by [`transpose`](Tensor::transpose).
#[diagnostic::on_unimplemented(
    message = "cannot transpose shape `{Self}`",
    label = "fewer than two axes",
    note = "`transpose` exchanges the last two axes"
)]
pub trait Transpose: Shape {
    /// The shape with the last two axes exchanged.
    type Transposed: Transpose<Transposed = Self>;
}

/// A shape whose axes `I` and `J` can be exchanged, by [`swap_axes`](Tensor::swap_axes).
#[diagnostic::on_unimplemented(
    message = "cannot exchange axes {I} and {J} of shape `{Self}`",
    label = "no such axes",
    note = "axes count from 0; a tensor has at most six"
)]
pub trait SwapAxes<const I: usize, const J: usize>: Shape {
    /// The shape with the two axes exchanged.
    type Swapped: SwapAxes<I, J, Swapped = Self>;
}

/// A shape whose axes can be put into the order `P`, [`Perm2`], [`Perm3`] or [`Perm4`], by [`permute`](Tensor::permute).
#[diagnostic::on_unimplemented(
    message = "`{P}` is not a permutation of the axes of shape `{Self}`",
    label = "not a permutation of the axes",
    note = "name every axis once: `Perm3<2, 0, 1>` puts the last of three axes first"
)]
pub trait Permute<P>: Shape {
    /// The shape with its axes in the new order.
    type Permuted: Shape;
    /// The old number of each new axis.
    #[doc(hidden)]
    const ORDER: &'static [usize];
}

/// An order of two axes: new axis 0 is old axis `A`, and so on.
#[derive(Clone, Copy, Debug)]
pub struct Perm2<const A: usize, const B: usize>;
/// An order of three axes: new axis 0 is old axis `A`, and so on.
#[derive(Clone, Copy, Debug)]
pub struct Perm3<const A: usize, const B: usize, const C: usize>;
/// An order of four axes: new axis 0 is old axis `A`, and so on.
#[derive(Clone, Copy, Debug)]
pub struct Perm4<const A: usize, const B: usize, const C: usize, const D: usize>;

macro_rules! transpose {
    ($([$($batch:ident)*])*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($batch: Axis,)* Y: Axis, Z: Axis> Transpose for ($($batch,)* Y, Z) {
            type Transposed = ($($batch,)* Z, Y);
        }
    )*};
}
transpose!([] [A] [A B] [A B C] [A B C D]);

/// `swap!(0 2: [] X [B] Y [])`: axes 0 and 2 of a shape with three axes, in either order.
macro_rules! swap {
    ($($i:literal $j:literal: [$($a:ident)*] X [$($b:ident)*] Y [$($c:ident)*];)*) => {$(
        swap!(@impl $i $j: [$($a)*] X [$($b)*] Y [$($c)*]);
        swap!(@impl $j $i: [$($a)*] X [$($b)*] Y [$($c)*]);
    )*};
    (@impl $i:literal $j:literal: [$($a:ident)*] $x:ident [$($b:ident)*] $y:ident [$($c:ident)*]) => {
        #[diagnostic::do_not_recommend]
        impl<$($a: Axis,)* $x: Axis, $($b: Axis,)* $y: Axis, $($c: Axis),*> SwapAxes<$i, $j>
            for ($($a,)* $x, $($b,)* $y, $($c,)*)
        {
            type Swapped = ($($a,)* $y, $($b,)* $x, $($c,)*);
        }
    };
}
swap! {
    0 1: [] X [] Y [];

    0 1: [] X [] Y [C];
    0 2: [] X [B] Y [];
    1 2: [A] X [] Y [];

    0 1: [] X [] Y [C D];
    0 2: [] X [B] Y [D];
    0 3: [] X [B C] Y [];
    1 2: [A] X [] Y [D];
    1 3: [A] X [C] Y [];
    2 3: [A B] X [] Y [];

    0 1: [] X [] Y [C D E];
    0 2: [] X [B] Y [D E];
    0 3: [] X [B C] Y [E];
    0 4: [] X [B C D] Y [];
    1 2: [A] X [] Y [D E];
    1 3: [A] X [C] Y [E];
    1 4: [A] X [C D] Y [];
    2 3: [A B] X [] Y [E];
    2 4: [A B] X [D] Y [];
    3 4: [A B C] X [] Y [];

    0 1: [] X [] Y [C D E F];
    0 2: [] X [B] Y [D E F];
    0 3: [] X [B C] Y [E F];
    0 4: [] X [B C D] Y [F];
    0 5: [] X [B C D E] Y [];
    1 2: [A] X [] Y [D E F];
    1 3: [A] X [C] Y [E F];
    1 4: [A] X [C D] Y [F];
    1 5: [A] X [C D E] Y [];
    2 3: [A B] X [] Y [E F];
    2 4: [A B] X [D] Y [F];
    2 5: [A B] X [D E] Y [];
    3 4: [A B C] X [] Y [F];
    3 5: [A B C] X [E] Y [];
    4 5: [A B C D] X [] Y [];
}

macro_rules! permute {
    ($($perm:ident [$($old:ident)*]: $($order:literal $new:ident),*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($old: Axis),*> Permute<$perm<$($order),*>> for ($($old,)*) {
            type Permuted = ($($new,)*);
            const ORDER: &'static [usize] = &[$($order),*];
        }
    )*};
}
permute! {
    Perm2 [A B]: 0 A, 1 B;
    Perm2 [A B]: 1 B, 0 A;

    Perm3 [A B C]: 0 A, 1 B, 2 C;
    Perm3 [A B C]: 0 A, 2 C, 1 B;
    Perm3 [A B C]: 1 B, 0 A, 2 C;
    Perm3 [A B C]: 1 B, 2 C, 0 A;
    Perm3 [A B C]: 2 C, 0 A, 1 B;
    Perm3 [A B C]: 2 C, 1 B, 0 A;

    Perm4 [A B C D]: 0 A, 1 B, 2 C, 3 D;
    Perm4 [A B C D]: 0 A, 1 B, 3 D, 2 C;
    Perm4 [A B C D]: 0 A, 2 C, 1 B, 3 D;
    Perm4 [A B C D]: 0 A, 2 C, 3 D, 1 B;
    Perm4 [A B C D]: 0 A, 3 D, 1 B, 2 C;
    Perm4 [A B C D]: 0 A, 3 D, 2 C, 1 B;
    Perm4 [A B C D]: 1 B, 0 A, 2 C, 3 D;
    Perm4 [A B C D]: 1 B, 0 A, 3 D, 2 C;
    Perm4 [A B C D]: 1 B, 2 C, 0 A, 3 D;
    Perm4 [A B C D]: 1 B, 2 C, 3 D, 0 A;
    Perm4 [A B C D]: 1 B, 3 D, 0 A, 2 C;
    Perm4 [A B C D]: 1 B, 3 D, 2 C, 0 A;
    Perm4 [A B C D]: 2 C, 0 A, 1 B, 3 D;
    Perm4 [A B C D]: 2 C, 0 A, 3 D, 1 B;
    Perm4 [A B C D]: 2 C, 1 B, 0 A, 3 D;
    Perm4 [A B C D]: 2 C, 1 B, 3 D, 0 A;
    Perm4 [A B C D]: 2 C, 3 D, 0 A, 1 B;
    Perm4 [A B C D]: 2 C, 3 D, 1 B, 0 A;
    Perm4 [A B C D]: 3 D, 0 A, 1 B, 2 C;
    Perm4 [A B C D]: 3 D, 0 A, 2 C, 1 B;
    Perm4 [A B C D]: 3 D, 1 B, 0 A, 2 C;
    Perm4 [A B C D]: 3 D, 1 B, 2 C, 0 A;
    Perm4 [A B C D]: 3 D, 2 C, 0 A, 1 B;
    Perm4 [A B C D]: 3 D, 2 C, 1 B, 0 A;
}

/// The walk over the new shape with the strides of `S`, whose axes come in the given order.
const fn reordered<S: Shape>(order: [usize; MAX_RANK]) -> Plan<2> {
    let old = contiguous(S::DIMS);
    let mut dims = [1; MAX_RANK];
    let mut strides = [0; MAX_RANK];
    let mut axis = 0;
    while axis < MAX_RANK {
        dims[axis] = S::DIMS[order[axis]];
        strides[axis] = old[order[axis]];
        axis += 1;
    }
    Plan::new(dims, [contiguous(dims), strides])
}

/// The order in which axes `i` and `j` of `S` are exchanged, aligned at the last axis.
const fn swapped<S: Shape>(i: usize, j: usize) -> [usize; MAX_RANK] {
    let missing = MAX_RANK - S::RANK;
    let mut order = [0, 1, 2, 3, 4, 5];
    order[missing + i] = missing + j;
    order[missing + j] = missing + i;
    order
}

/// The order `P` of the axes of `S`, aligned at the last axis.
const fn permuted<S: Permute<P>, P>() -> [usize; MAX_RANK] {
    let missing = MAX_RANK - S::RANK;
    let mut order = [0, 1, 2, 3, 4, 5];
    let mut axis = 0;
    while axis < S::RANK {
        order[missing + axis] = missing + S::ORDER[axis];
        axis += 1;
    }
    order
}

impl<T: Element, S: Shape> Tensor<T, S> {
    /// The last two axes exchanged: `(.., M, N)` becomes `(.., N, M)`.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[1, 2, 3], [4, 5, 6]]).transpose(), tensor([[1, 4], [2, 5], [3, 6]]));
    /// ```
    #[inline]
    pub fn transpose<R: Shape>(&self) -> Tensor<T, R>
    where
        S: Transpose<Transposed = R>,
    {
        written(|out| self.transpose_into(out))
    }

    /// Writes the [`transpose`](Self::transpose) to `out`.
    ///
    /// ```
    /// use cotangent::tensor::{Matrix, tensor};
    ///
    /// let mut out = Matrix::ZEROS;
    /// tensor([[1, 2, 3], [4, 5, 6]]).transpose_into(&mut out);
    /// assert_eq!(out, tensor([[1, 4], [2, 5], [3, 6]]));
    /// ```
    #[inline]
    pub fn transpose_into<R: Shape>(&self, out: &mut Tensor<T, R>)
    where
        S: Transpose<Transposed = R>,
    {
        let plan = const { reordered::<S>(swapped::<S>(S::RANK - 2, S::RANK - 1)) };
        kernels::gather(&plan, self.as_slice(), out.as_mut_slice());
    }

    /// Axes `I` and `J` exchanged.
    ///
    /// ```
    /// use cotangent::tensor::{Tensor3, tensor};
    ///
    /// let x: Tensor3<i32, 2, 1, 3> = tensor([[[1, 2, 3]], [[4, 5, 6]]]);
    /// assert_eq!(x.swap_axes::<0, 2>(), tensor([[[1, 4]], [[2, 5]], [[3, 6]]]));
    /// ```
    #[inline]
    pub fn swap_axes<const I: usize, const J: usize>(&self) -> Tensor<T, <S as SwapAxes<I, J>>::Swapped>
    where
        S: SwapAxes<I, J>,
    {
        let plan = const { reordered::<S>(swapped::<S>(I, J)) };
        written(|out: &mut Tensor<_, _>| kernels::gather(&plan, self.as_slice(), out.as_mut_slice()))
    }

    /// The axes in the order `P`: [`Perm2`], [`Perm3`] or [`Perm4`]. New axis `i` is the old axis that `P` names there.
    ///
    /// ```
    /// use cotangent::tensor::{Perm3, tensor};
    ///
    /// let x = tensor([[[1, 2, 3]], [[4, 5, 6]]]);
    /// assert_eq!(x.permute::<Perm3<2, 0, 1>>(), tensor([[[1], [4]], [[2], [5]], [[3], [6]]]));
    /// ```
    #[inline]
    pub fn permute<P>(&self) -> Tensor<T, <S as Permute<P>>::Permuted>
    where
        S: Permute<P>,
    {
        let plan = const { reordered::<S>(permuted::<S, P>()) };
        written(|out: &mut Tensor<_, _>| kernels::gather(&plan, self.as_slice(), out.as_mut_slice()))
    }
}

/// `dst += gᵀ`, or `=`, in the last two axes.
#[inline]
pub(crate) fn put_transposed<T, S>(g: &Tensor<T, S::Transposed>, dst: &mut Tensor<T, S>, how: WriteMode)
where
    T: Element + Add<Output = T>,
    S: Transpose,
{
    let plan = const { reordered::<S>(swapped::<S>(S::RANK - 2, S::RANK - 1)) };
    kernels::scatter(&plan, g.as_slice(), dst.as_mut_slice(), how);
}

/// `dst += g`, or `=`, with axes `I` and `J` exchanged.
#[inline]
pub(crate) fn put_swapped<const I: usize, const J: usize, T, S>(
    g: &Tensor<T, S::Swapped>,
    dst: &mut Tensor<T, S>,
    how: WriteMode,
) where
    T: Element + Add<Output = T>,
    S: SwapAxes<I, J>,
{
    let plan = const { reordered::<S>(swapped::<S>(I, J)) };
    kernels::scatter(&plan, g.as_slice(), dst.as_mut_slice(), how);
}

/// `dst += g`, or `=`, with its axes put back from the order `P`.
#[inline]
pub(crate) fn put_permuted<P, T, S>(g: &Tensor<T, S::Permuted>, dst: &mut Tensor<T, S>, how: WriteMode)
where
    T: Element + Add<Output = T>,
    S: Permute<P>,
{
    let plan = const { reordered::<S>(permuted::<S, P>()) };
    kernels::scatter(&plan, g.as_slice(), dst.as_mut_slice(), how);
}
