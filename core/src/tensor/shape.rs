//! The shape of a tensor: a tuple of zero to six axes, known to the compiler.
//!
//! A shape is a type without values. It determines the lengths and strides for kernels, as constants, and the nested
//! array that stores the numbers, as a type.

use core::fmt::Debug;

use super::axis::{Axis, Cells, Stored};
use super::broadcast::{Broadcast, SumTo};
use crate::kernels::{MAX_RANK, contiguous};
use crate::scalar::Element;

/// A tuple of axes such as `(Dim<32>, Dim<10>)`; `()` is the shape of a single number.
///
/// The supertraits say that a shape broadcasts with itself and with `()`, and sums to itself and to `()`, so code that
/// is generic over a whole shape needs no further bounds:
///
/// ```
/// use cotangent::tensor::{Shape, Tensor, Vector};
///
/// fn axpy<S: Shape>(a: f32, x: &Tensor<f32, S>, y: &Tensor<f32, S>) -> Tensor<f32, S> {
///     a * x + y
/// }
/// let x = Vector::from([1.0, 2.0]);
/// assert_eq!(axpy(3.0, &x, &x), Vector::from([4.0, 8.0]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape",
    note = "a shape is a tuple of up to six axes, such as `(Dim<2>, Dim<3>)` or `(Dim<2>, One)`"
)]
pub trait Shape:
    Layout
    + Copy
    + Debug
    + Send
    + Sync
    + 'static
    + SumTo<Self>
    + SumTo<()>
    + Broadcast<Self, Joined = Self>
    + Broadcast<(), Joined = Self>
{
    /// The number of axes.
    const RANK: usize;
    /// The number of elements: the product of all lengths.
    const NUMEL: usize;
    /// The lengths, outermost first.
    const LENS: &'static [usize];
}

/// The memory layout of a tensor. It seals [`Shape`].
pub trait Layout {
    /// The lengths aligned at the last axis, and 1 before the first.
    const DIMS: [usize; MAX_RANK];
    /// The distance between neighbours along each axis, aligned like `DIMS`; 0 where the axis stretches or is missing.
    const STRIDES: [usize; MAX_RANK];
    /// The nested array that stores a tensor of this shape: `[[T; 3]; 2]` for `(Dim<2>, Dim<3>)`.
    type Array<T: Element>: Stored;
    /// The nested array of anything, one for each element.
    type Nested<R>;
    /// Made one after the other, in row-major order.
    fn nested<R>(element: &mut impl FnMut() -> R) -> Self::Nested<R>;
    /// The numbers of a nested array in row-major order.
    fn flat<T: Element>(array: &Self::Array<T>) -> &[T];
    /// The mutable [`flat`](Self::flat).
    fn flat_mut<T: Element>(array: &mut Self::Array<T>) -> &mut [T];
}

/// A shape with `RANK` axes, whose positions are `[usize; RANK]`.
#[diagnostic::on_unimplemented(
    message = "it is not known that shape `{Self}` has as many axes as the position has indices",
    label = "a position has one index for each axis, as in `x[[i, j]]`",
    note = "a bound says how many axes a shape has: `S: Ranked<2>`"
)]
pub trait Ranked<const RANK: usize>: Shape {}

/// `nested!(Arr T; A B)` is the array type `A::Arr<B::Arr<T>>`.
macro_rules! nested {
    ($arr:ident $t:ident;) => { $t };
    ($arr:ident $t:ident; $outer:ident $($inner:ident)*) => { <$outer as Cells>::$arr<nested!($arr $t; $($inner)*)> };
}

/// `nest!(f; A B)` is `A::nest(|| B::nest(|| f()))`.
macro_rules! nest {
    ($f:ident;) => { $f() };
    ($f:ident; $outer:ident $($inner:ident)*) => { $outer::nest(|| nest!($f; $($inner)*)) };
}

macro_rules! shape {
    ($rank:literal: $($axis:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($axis: Axis),*> Ranked<$rank> for ($($axis,)*) {}
        #[diagnostic::do_not_recommend]
        impl<$($axis: Axis),*> Shape for ($($axis,)*) {
            const RANK: usize = Self::LENS.len();
            const NUMEL: usize = 1 $(* $axis::LEN)*;
            const LENS: &'static [usize] = &[$($axis::LEN),*];
        }
        #[diagnostic::do_not_recommend]
        impl<$($axis: Axis),*> Layout for ($($axis,)*) {
            const DIMS: [usize; MAX_RANK] = align(Self::LENS, 1);
            const STRIDES: [usize; MAX_RANK] = {
                let stretch: &[bool] = &[$($axis::STRETCH),*];
                let mut strides = contiguous(Self::DIMS);
                let missing = MAX_RANK - Self::RANK;
                let mut axis = 0;
                while axis < MAX_RANK {
                    if axis < missing || stretch[axis - missing] {
                        strides[axis] = 0;
                    }
                    axis += 1;
                }
                strides
            };
            type Array<T: Element> = nested!(Arr T; $($axis)*);
            type Nested<R> = nested!(Nest R; $($axis)*);
            #[inline(always)]
            fn nested<R>(element: &mut impl FnMut() -> R) -> Self::Nested<R> {
                nest!(element; $($axis)*)
            }
            #[inline(always)]
            fn flat<T: Element>(array: &Self::Array<T>) -> &[T] {
                let cells = core::slice::from_ref(array);
                $(let cells = $axis::flat(cells);)*
                cells
            }
            #[inline(always)]
            fn flat_mut<T: Element>(array: &mut Self::Array<T>) -> &mut [T] {
                let cells = core::slice::from_mut(array);
                $(let cells = $axis::flat_mut(cells);)*
                cells
            }
        }
    };
}
shape!(0:);
shape!(1: A);
shape!(2: A B);
shape!(3: A B C);
shape!(4: A B C D);
shape!(5: A B C D E);
shape!(6: A B C D E F);

/// `lens` at the end of an array of `MAX_RANK`, `missing` before them.
const fn align(lens: &[usize], missing: usize) -> [usize; MAX_RANK] {
    let mut aligned = [missing; MAX_RANK];
    let mut axis = 0;
    while axis < lens.len() {
        aligned[MAX_RANK - lens.len() + axis] = lens[axis];
        axis += 1;
    }
    aligned
}
