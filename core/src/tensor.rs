//! Dense tensors whose shape is a type.
//!
//! `Tensor<T, S>` stores numbers of type `T` in a shape `S`, a tuple of axes: `Tensor<f32, (Dim<32>, Dim<10>)>`, or
//! shorter `Matrix<f32, 32, 10>`. A shape error (a wrong matrix product, a wrong bias) is a compile error that names
//! both shapes. There is no allocation: a tensor is a nested array. Only a [`Batch`], whose number of rows is known when the
//! program runs, is on the heap.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! let x = tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]); // Matrix<f64, 3, 2>
//! assert_eq!((x[[2, 0]], x.shape()), (5.0, [3, 2].as_slice()));
//!
//! let w = tensor([[1.0], [-1.0]]);
//! assert_eq!(x.matmul(&w), tensor([[-1.0], [-1.0], [-1.0]]));
//! assert_eq!(x.transpose().sum_axis::<1>(), tensor([9.0, 12.0])); // axes count from 0, or from the end: -1 is the last
//! assert_eq!((&x * 10.0).mean(), 35.0); // operators take values and references
//! ```
//!
//! | to | use |
//! |---|---|
//! | make one | [`tensor`], [`zeros`](Tensor::zeros), [`full`](Tensor::full), [`from_fn`](Tensor::from_fn), [`from_slice`](Tensor::from_slice), the constants [`ZEROS`](Tensor::ZEROS) and [`new`](Tensor::new), `boxed_zeros` on the heap |
//! | access its numbers | `x[[i, j]]`, [`as_slice`](Tensor::as_slice), [`as_array`](Tensor::as_array), [`item`](Tensor::item) |
//! | compute elementwise | `+ - * / %`, `+=` and so on, [`exp`](Tensor::exp), [`tanh`](Tensor::tanh) and the other functions of numbers, [`relu`](crate::ops::Activations::relu), [`map`](Tensor::map), [`zip_map`](Tensor::zip_map) |
//! | multiply | [`matmul`](Tensor::matmul): matrices, vectors, stacks of matrices; [`linear`](Tensor::linear): with a bias |
//! | reduce | [`sum`](Tensor::sum), [`mean`](Tensor::mean), [`max`](Tensor::max), [`min`](Tensor::min) to a number; with `_axis` over one axis; with `_keep` over one that stays as [`One`] |
//! | change the shape | [`reshape`](Tensor::reshape), [`transpose`](Tensor::transpose), [`swap_axes`](Tensor::swap_axes), [`permute`](Tensor::permute), [`squeeze`](Tensor::squeeze), [`unsqueeze`](Tensor::unsqueeze), [`narrow`](Tensor::narrow), [`split`](Tensor::split), [`concat_to`](Tensor::concat_to), [`stack`](Stack::stack) |
//! | convolve and pool images and lines | [`conv2d`](crate::ops::Convolutions::conv2d), [`max_pool2d`](crate::ops::Poolings::max_pool2d), [`global_avg_pool`](Tensor::global_avg_pool) and their kin; [`upsample_linear`](Tensor::upsample_linear), [`upsample_nearest`](Tensor::upsample_nearest), [`adaptive_avg_pool`](Tensor::adaptive_avg_pool) |
//! | compute probabilities and losses | [`softmax`](Tensor::softmax), [`softmax_cross_entropy`](Tensor::softmax_cross_entropy), [`mse`](Tensor::mse) |
//! | normalise | [`layer_norm`](Tensor::layer_norm), [`rms_norm`](Tensor::rms_norm), [`group_norm`](Tensor::group_norm), [`batch_norm`](Tensor::batch_norm) |
//! | pick and place | [`gather`](Tensor::gather), [`scatter_add`](Tensor::scatter_add), [`index_select`](Tensor::index_select), [`embedding`](Tensor::embedding) |
//!
//! # Broadcasting
//!
//! As in NumPy, missing axes are added in front. Unlike in NumPy, an axis of length 1 stretches only if its type is
//! [`One`]; a [`Dim<1>`](Dim) does not, so that a batch of one behaves like any other.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! let x = tensor([[1.0, 2.0], [3.0, 6.0]]);
//! let centred = x - x.mean_keep::<1>(); // (2, 2) - (2, One)
//! assert_eq!(centred, tensor([[-0.5, 0.5], [-1.5, 1.5]]));
//! assert_eq!(x + tensor([10.0, 20.0]), tensor([[11.0, 22.0], [13.0, 26.0]]));
//! ```
//!
//! ```compile_fail,E0277
//! # use cotangent::prelude::*;
//! let difference = Matrix::<f64, 3, 1>::zeros() - Vector::<f64, 3>::zeros(); // NumPy would give a shape of (3, 3)
//! ```

mod along;
mod any_shape;
mod arithmetic;
mod axis;
mod broadcast;
mod channels;
mod concat;
mod construct;
mod display;
#[cfg(feature = "alloc")]
mod dynamic;
mod extreme;
mod index;
mod insert;
mod linear;
mod lines;
mod map;
mod matmul;
mod narrow;
mod permute;
mod reduce;
mod reshape;
#[cfg(feature = "serde")]
mod serialized;
mod shape;
mod short;
mod split;
mod spread;
mod storage;
mod tangent;
mod taped;
#[cfg(test)]
mod tests;
mod text;
mod wide;
mod window;

pub use along::HasAxis;
pub use any_shape::AnyShape;
pub(crate) use any_shape::{joined_rows, lens, walk};
pub use axis::{Axis, BroadcastAxis, Dim, One, SumToAxis};
pub use broadcast::{Broadcast, SumTo};
pub use channels::Channels;
pub(crate) use channels::OfChannels;
pub use concat::Concat;
pub use construct::{Nested, tensor};
#[cfg(feature = "alloc")]
pub use dynamic::{Batch, Batched, Dyn};
pub use insert::{Insert, Squeeze, Stack};
pub use matmul::MatMul;
pub use permute::{Perm2, Perm3, Perm4, Permute, SwapAxes, Transpose};
pub use shape::{Ranked, Shape};
pub use window::{
    AllChannels, Ceil, ChannelGroups, ConvSteps, Convolve, ConvolveTransposed, Groups, Planes, PoolSteps, PoolTo,
    Steps, UnfoldTo, Window,
};

pub(crate) use broadcast::{Walk, accumulate_sum_to, wide_sum_to};
pub(crate) use concat::{accumulate_head, accumulate_tail};
#[cfg(feature = "alloc")]
pub(crate) use extreme::largest_of_rows;
pub(crate) use insert::put_stacked;
pub(crate) use linear::{put_sum_of_rows, repeat_row};
pub(crate) use lines::{count, count_in, fold_to, lines, products_of_others};
pub(crate) use map::{exponentiate, zip_accumulate, zip_put, zip_wide, zip3_accumulate, zip3_put};
pub(crate) use matmul::{matmul_add, matmul_vjp_lhs, matmul_vjp_rhs};
pub(crate) use narrow::accumulate_narrowed;
pub(crate) use permute::{put_permuted, put_swapped, put_transposed};
pub(crate) use reshape::put_flat;
pub(crate) use split::{put_joined, put_pieces};
pub(crate) use spread::{accumulate_axis, accumulate_broadcast, kept, mean_over_ties, share_among_ties};
#[doc(hidden)]
pub use storage::from_zero;
pub(crate) use storage::{anything, filled, written};
pub(crate) use text::{Text, along};
pub(crate) use wide::{wide, wide_mut, widen_to, widened};
pub(crate) use window::{convolution, pooling, unfolding};

use crate::scalar::Element;

/// Numbers of type `T` in shape `S`, stored inline, contiguous and row-major. If the first axis is `Dyn`, they are on the heap.
///
/// A tensor of a [`Shape`] is `Copy`, so that expressions read like mathematics. Pass large tensors by reference and change them in place
/// (`+=`, the `_into` methods), because every copy and every intermediate result takes its full size on the stack.
///
/// ```
/// use cotangent::prelude::*;
///
/// // Any number of axes from none to six.
/// let stack: Tensor<f32, (Dim<2>, Dim<3>, Dim<4>)> = Tensor::from_fn(|[i, j, k]| (100 * i + 10 * j + k) as f32);
/// assert_eq!(stack[[1, 2, 3]], 123.0);
/// assert_eq!(size_of_val(&stack), 2 * 3 * 4 * size_of::<f32>());
/// ```
#[repr(transparent)]
pub struct Tensor<T: Element, S: AnyShape>(S::Numbers<T>);

impl<T: Element, S: AnyShape> Clone for Tensor<T, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}
impl<T: Element, S: Shape> Copy for Tensor<T, S> {}

/// A tensor with one axis.
///
/// ```
/// use cotangent::prelude::*;
///
/// let v: Vector<f64, 3> = tensor([1.0, 2.0, 3.0]);
/// assert_eq!(v[[2]], 3.0);
/// ```
pub type Vector<T, const N: usize> = Tensor<T, (Dim<N>,)>;
/// A tensor with two axes: `R` rows, `C` columns.
///
/// ```
/// use cotangent::prelude::*;
///
/// let m: Matrix<f64, 2, 3> = tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// assert_eq!(m[[1, 0]], 4.0);
/// ```
pub type Matrix<T, const R: usize, const C: usize> = Tensor<T, (Dim<R>, Dim<C>)>;
/// A tensor with three axes.
pub type Tensor3<T, const A: usize, const B: usize, const C: usize> = Tensor<T, (Dim<A>, Dim<B>, Dim<C>)>;
/// A tensor with four axes.
pub type Tensor4<T, const A: usize, const B: usize, const C: usize, const D: usize> =
    Tensor<T, (Dim<A>, Dim<B>, Dim<C>, Dim<D>)>;
/// A single row that stretches to any number of rows.
///
/// ```
/// use cotangent::prelude::*;
///
/// let row: Row<f64, 2> = Tensor::new([[10.0, 20.0]]);
/// assert_eq!(row + tensor([[1.0, 2.0], [3.0, 4.0]]), tensor([[11.0, 22.0], [13.0, 24.0]]));
/// ```
pub type Row<T, const C: usize> = Tensor<T, (One, Dim<C>)>;
/// A single column that stretches to any number of columns.
///
/// ```
/// use cotangent::prelude::*;
///
/// let column: Column<f64, 2> = tensor([[1.0, 3.0], [5.0, 7.0]]).mean_keep::<1>();
/// assert_eq!(column.as_slice(), [2.0, 6.0]);
/// ```
pub type Column<T, const R: usize> = Tensor<T, (Dim<R>, One)>;
