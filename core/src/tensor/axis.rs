//! The axes of a shape: [`Dim<N>`](Dim), an ordinary axis of length `N`, and [`One`], an axis of length 1 that
//! stretches.
//!
//! Whether an axis may stretch depends on its *type*, not on its length. So a function that is generic over a length
//! behaves the same for every length, including 1, and needs no where-clause to combine equal axes.

use core::fmt::Debug;

use bytemuck::Pod;

use crate::scalar::Element;

/// An axis of length `N`. It never stretches, not even when `N` is 1: see [`One`].
///
/// ```
/// use cotangent::prelude::*;
///
/// fn rows<const N: usize>(x: &Tensor<f32, (Dim<N>, Dim<4>)>) -> usize {
///     x.shape()[0]
/// }
/// assert_eq!(rows(&Tensor::<f32, (Dim<7>, Dim<4>)>::zeros()), 7);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dim<const N: usize>;

/// An axis of length 1 that stretches to any length when shapes are broadcast.
///
/// [`stretch`](super::Tensor::stretch) turns a `Dim<1>` into a `One`, and [`fixed`](super::Tensor::fixed) a `One` into
/// a `Dim<1>`.
///
/// ```
/// use cotangent::prelude::*;
///
/// let once: Tensor<f64, (Dim<1>, Dim<2>)> = tensor([[1.0, 2.0]]);
/// let any: Tensor<f64, (One, Dim<2>)> = once.stretch::<0>();
/// assert_eq!(any + Matrix::<f64, 2, 2>::zeros(), tensor([[1.0, 2.0], [1.0, 2.0]]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct One;

/// The content of one cell of an array: a number, or an array of cells.
pub trait Stored: Pod + Send + Sync {
    /// The value whose numbers are all zero.
    const ZERO: Self;
}

impl<T: Element> Stored for T {
    const ZERO: Self = <T as Element>::ZERO;
}

impl<T: Stored, const N: usize> Stored for [T; N] {
    const ZERO: Self = [T::ZERO; N];
}

/// As many cells as an axis is long. It seals [`Axis`], so new kinds of axes are not a breaking change.
pub trait Cells {
    /// As many cells as the axis is long.
    type Arr<U: Stored>: Stored;
    /// As many values of any type.
    type Nest<R>;
    /// Makes them one after the other.
    fn nest<R>(cell: impl FnMut() -> R) -> Self::Nest<R>;
    /// The cells of consecutive arrays, one after the other.
    fn flat<U: Stored>(arrays: &[Self::Arr<U>]) -> &[U];
    /// The mutable [`flat`](Self::flat).
    fn flat_mut<U: Stored>(arrays: &mut [Self::Arr<U>]) -> &mut [U];
}

/// One axis of a shape: [`Dim<N>`](Dim) or [`One`].
///
/// The supertraits say that an axis broadcasts with itself and with `One`, so generic code may do so without further
/// bounds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an axis",
    note = "an axis is `Dim<N>`, or `One` for a length-1 axis that stretches"
)]
pub trait Axis:
    Cells
    + Copy
    + Debug
    + Send
    + Sync
    + 'static
    + SumToAxis<Self>
    + SumToAxis<One>
    + BroadcastAxis<Self, Joined = Self>
    + BroadcastAxis<One, Joined = Self>
{
    /// The number of positions along the axis.
    const LEN: usize;
    /// Whether the axis stretches.
    const STRETCH: bool;
}

macro_rules! axis {
    ([$(const $n:ident)?] $axis:ty, $len:expr, stretch: $stretch:literal) => {
        impl$(<const $n: usize>)? Axis for $axis {
            const LEN: usize = $len;
            const STRETCH: bool = $stretch;
        }
        impl$(<const $n: usize>)? Cells for $axis {
            type Arr<U: Stored> = [U; $len];
            type Nest<R> = [R; $len];
            #[inline(always)]
            fn nest<R>(mut cell: impl FnMut() -> R) -> [R; $len] {
                core::array::from_fn(|_| cell())
            }
            #[inline(always)]
            fn flat<U: Stored>(arrays: &[[U; $len]]) -> &[U] {
                arrays.as_flattened()
            }
            #[inline(always)]
            fn flat_mut<U: Stored>(arrays: &mut [[U; $len]]) -> &mut [U] {
                arrays.as_flattened_mut()
            }
        }
    };
}
axis!([const N] Dim<N>, N, stretch: false);
axis!([] One, 1, stretch: true);

/// Two axes that may meet in a broadcast: equal ones, or any with [`One`].
pub trait BroadcastAxis<Rhs>: Sized {
    /// The longer of the two.
    type Joined: Axis + SumToAxis<Self> + SumToAxis<Rhs>;
}

#[diagnostic::do_not_recommend]
impl<const N: usize> BroadcastAxis<Dim<N>> for Dim<N> {
    type Joined = Dim<N>;
}
#[diagnostic::do_not_recommend]
impl<const N: usize> BroadcastAxis<Dim<N>> for One {
    type Joined = Dim<N>;
}
#[diagnostic::do_not_recommend]
impl<const N: usize> BroadcastAxis<One> for Dim<N> {
    type Joined = Dim<N>;
}
#[diagnostic::do_not_recommend]
impl BroadcastAxis<One> for One {
    type Joined = One;
}

/// An axis that may be summed down to `Target`: to itself, or to [`One`].
pub trait SumToAxis<Target> {}

#[diagnostic::do_not_recommend]
impl<const N: usize> SumToAxis<Dim<N>> for Dim<N> {}
#[diagnostic::do_not_recommend]
impl<const N: usize> SumToAxis<One> for Dim<N> {}
#[diagnostic::do_not_recommend]
impl SumToAxis<One> for One {}
