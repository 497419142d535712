//! Dense tensors whose shape is a type.
//!
//! `Tensor<T, S>` stores numbers of type `T` in a shape `S`, a tuple of axes: `Tensor<f32, (Dim<32>, Dim<10>)>`, or
//! shorter `Matrix<f32, 32, 10>`. Whatever does not fit (a wrong matrix product, a wrong bias) is refused while
//! compiling, by a message that names both shapes. There is no allocation: a tensor is a nested array.

mod along;
mod arithmetic;
mod axis;
mod broadcast;
mod concat;
mod construct;
mod display;
mod index;
mod map;
mod matmul;
mod narrow;
mod permute;
mod reduce;
mod reshape;
mod shape;
mod spread;
mod storage;
#[cfg(test)]
mod tests;

pub use along::HasAxis;
pub use axis::{Axis, BroadcastAxis, Dim, One, SumToAxis};
pub use broadcast::{Broadcast, SumTo};
pub use concat::Concat;
pub use construct::{Nested, tensor};
pub use matmul::MatMul;
pub use permute::{Perm2, Perm3, Perm4, Permute, SwapAxes, Transpose};
pub use shape::Shape;

pub(crate) use broadcast::accumulate_sum_to;
pub(crate) use concat::accumulate_split;
pub(crate) use map::{zip_accumulate, zip3_accumulate};
pub(crate) use matmul::{matmul_add, matmul_vjp_lhs, matmul_vjp_rhs};
pub(crate) use narrow::accumulate_narrowed;
pub(crate) use permute::{accumulate_permuted, accumulate_swapped, accumulate_transposed};
pub(crate) use reshape::accumulate_flat;
pub(crate) use spread::{accumulate_axis, accumulate_broadcast, kept, mean_over_ties, share_among_ties};

use crate::real::Element;

/// Numbers of type `T` in shape `S`, stored inline, contiguous and row-major.
///
/// It is `Copy`, so that expressions read like mathematics; large ones are better passed by reference and changed in
/// place (`+=`, the `_into` methods), because every copy and every intermediate result takes its full size of stack.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Tensor<T: Element, S: Shape>(S::Array<T>);

/// A tensor with one axis.
pub type Vector<T, const N: usize> = Tensor<T, (Dim<N>,)>;
/// A tensor with two axes: `R` rows, `C` columns.
pub type Matrix<T, const R: usize, const C: usize> = Tensor<T, (Dim<R>, Dim<C>)>;
/// A tensor with three axes.
pub type Tensor3<T, const A: usize, const B: usize, const C: usize> = Tensor<T, (Dim<A>, Dim<B>, Dim<C>)>;
/// A tensor with four axes.
pub type Tensor4<T, const A: usize, const B: usize, const C: usize, const D: usize> =
    Tensor<T, (Dim<A>, Dim<B>, Dim<C>, Dim<D>)>;
/// A single row that stretches to any number of rows.
pub type Row<T, const C: usize> = Tensor<T, (One, Dim<C>)>;
/// A single column that stretches to any number of columns.
pub type Column<T, const R: usize> = Tensor<T, (Dim<R>, One)>;
