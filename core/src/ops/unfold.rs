//! The windows of images and lines as columns of a matrix, and their sum back into images and lines: im2col and col2im.
//!
//! Both are linear, and each is the adjoint of the other. A convolution is a product with the columns; for convolutions themselves use
//! [`conv2d`](super::conv), which copies nothing. They serve what is done with each window: patches as symbols of a transformer, local
//! attention, filters that depend on the place, overlap and add.

use core::marker::PhantomData;

use crate::kernels::Pooling;
use crate::rule::{By1, rule};
use crate::scalar::Real;
use crate::tape::No;
use crate::tensor::{PoolSteps, Shape, Tensor, UnfoldTo, Window, filled, unfolding as plan, wide_mut};

/// Unfolding and folding, as methods of tensors.
///
/// The type of the result says its lengths, so annotate it. Lengths that do not fit do not build; the message shows the product with its
/// numbers.
pub trait Unfoldings<T: Real, S: Shape, Out: Shape> {
    /// The windows of a batch of images `(N, C, H, W)` as columns: `(N, C · K · K, OH · OW)`, where `OH = (H - K) / stride + 1`, and `OW` the same
    /// of `W`. Column `oy · OW + ox` has the numbers of that window, channel by channel and row by row, as `torch.nn.Unfold` has it.
    ///
    /// Derivative: each number gets the sum of the cotangents of all windows that have it, which is `fold2d`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn windows(x: &Tensor4<f64, 1, 1, 2, 3>) -> Tensor3<f64, 1, 4, 2> {
    ///     x.unfold2d::<2, 1>()
    /// }
    /// let x = tensor([[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]]);
    /// let (y, x_bar) = windows::vjp(&x, Tensor::full(1.0));
    /// assert_eq!(y, tensor([[[1.0, 2.0], [2.0, 3.0], [4.0, 5.0], [5.0, 6.0]]]));
    /// assert_eq!(x_bar, tensor([[[[1.0, 2.0, 1.0], [1.0, 2.0, 1.0]]]])); // in how many windows it is
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use cotangent::prelude::*;
    ///
    /// // `unfold: axis 2: 1 * 2 windows are 2, not 3`
    /// let _: Tensor3<f64, 1, 4, 3> = tensor([[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]]).unfold2d::<2, 1>();
    /// ```
    #[must_use]
    fn unfold2d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        S: UnfoldTo<2, Out>;

    /// [`unfold2d`](Self::unfold2d) with zeros around the image, or with windows that are no squares: see [`Window`].
    #[must_use]
    fn unfold2d_with<P: PoolSteps<2>>(&self) -> Tensor<T, Out>
    where
        S: UnfoldTo<2, Out>;

    /// The windows of a batch of lines `(N, C, L)` as columns: `(N, C · K, OL)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let y: Tensor3<f64, 1, 3, 2> = tensor([[[1.0, 2.0, 3.0, 4.0, 5.0]]]).unfold1d::<3, 2>();
    /// assert_eq!(y, tensor([[[1.0, 3.0], [2.0, 4.0], [3.0, 5.0]]]));
    /// ```
    #[must_use]
    fn unfold1d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        S: UnfoldTo<1, Out>;

    /// [`unfold1d`](Self::unfold1d) with zeros around the line: see [`Window`].
    #[must_use]
    fn unfold1d_with<P: PoolSteps<1>>(&self) -> Tensor<T, Out>
    where
        S: UnfoldTo<1, Out>;

    /// Columns `(N, C · K · K, OH · OW)`, added to the places of images `(N, C, H, W)` where [`unfold2d`](Self::unfold2d) takes them; a number
    /// that no window has is 0, and what would be around the image is dropped. It is `torch.nn.Fold`.
    ///
    /// Derivative: `unfold2d` of the cotangent.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let columns = tensor([[[1.0, 2.0], [2.0, 3.0], [4.0, 5.0], [5.0, 6.0]]]);
    /// let y: Tensor4<f64, 1, 1, 2, 3> = columns.fold2d::<2, 1>();
    /// assert_eq!(y, tensor([[[[1.0, 4.0, 3.0], [4.0, 10.0, 6.0]]]]));
    /// ```
    #[must_use]
    fn fold2d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        Out: UnfoldTo<2, S>;

    /// [`fold2d`](Self::fold2d) for columns of [`unfold2d_with`](Self::unfold2d_with).
    #[must_use]
    fn fold2d_with<P: PoolSteps<2>>(&self) -> Tensor<T, Out>
    where
        Out: UnfoldTo<2, S>;

    /// Columns `(N, C · K, OL)`, added to the places of lines `(N, C, L)`: overlap and add. See [`fold2d`](Self::fold2d).
    #[must_use]
    fn fold1d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        Out: UnfoldTo<1, S>;

    /// [`fold1d`](Self::fold1d) for columns of [`unfold1d_with`](Self::unfold1d_with).
    #[must_use]
    fn fold1d_with<P: PoolSteps<1>>(&self) -> Tensor<T, Out>
    where
        Out: UnfoldTo<1, S>;
}

/// The plan of unfolding images `S` to columns `Cols`: one constant for value and derivative, so that a mismatch is reported once.
struct Plan<const AXES: usize, P, S, Cols>(PhantomData<(P, S, Cols)>);

impl<const AXES: usize, P: PoolSteps<AXES>, S: Shape, Cols: Shape> Plan<AXES, P, S, Cols> {
    const PLAN: Pooling = plan::<AXES, P, S, Cols>();
}

#[inline]
fn unfolded<T: Real, S: Shape, Cols: Shape>(plan: Pooling, x: &Tensor<T, S>) -> Tensor<T, Cols> {
    filled(|y: &mut Tensor<T, Cols>| plan.add_unfolded(x.as_slice(), y.as_mut_slice()))
}

#[inline]
fn folded<T: Real, Cols: Shape, S: Shape>(plan: Pooling, x: &Tensor<T, Cols>) -> Tensor<T, S> {
    filled(|y: &mut Tensor<T, S>| add_folded(plan, x, y))
}

#[inline]
fn add_folded<T: Real, Cols: Shape, S: Shape>(plan: Pooling, c: &Tensor<T, Cols>, d: &mut Tensor<T, S>) {
    wide_mut(d, |d| plan.add_folded(c.as_slice(), d.as_mut_slice()));
}

// Written out instead of generated by a macro, because for a mismatch the compiler shows the path to the method.
impl<T: Real, S: Shape, Out: Shape> Unfoldings<T, S, Out> for Tensor<T, S> {
    #[inline]
    fn unfold2d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        S: UnfoldTo<2, Out>,
    {
        unfolded(Plan::<2, Window<KERNEL, STRIDE>, S, Out>::PLAN, self)
    }
    #[inline]
    fn unfold2d_with<P: PoolSteps<2>>(&self) -> Tensor<T, Out>
    where
        S: UnfoldTo<2, Out>,
    {
        unfolded(Plan::<2, P, S, Out>::PLAN, self)
    }
    #[inline]
    fn unfold1d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        S: UnfoldTo<1, Out>,
    {
        unfolded(Plan::<1, Window<KERNEL, STRIDE>, S, Out>::PLAN, self)
    }
    #[inline]
    fn unfold1d_with<P: PoolSteps<1>>(&self) -> Tensor<T, Out>
    where
        S: UnfoldTo<1, Out>,
    {
        unfolded(Plan::<1, P, S, Out>::PLAN, self)
    }
    #[inline]
    fn fold2d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        Out: UnfoldTo<2, S>,
    {
        folded(Plan::<2, Window<KERNEL, STRIDE>, Out, S>::PLAN, self)
    }
    #[inline]
    fn fold2d_with<P: PoolSteps<2>>(&self) -> Tensor<T, Out>
    where
        Out: UnfoldTo<2, S>,
    {
        folded(Plan::<2, P, Out, S>::PLAN, self)
    }
    #[inline]
    fn fold1d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        Out: UnfoldTo<1, S>,
    {
        folded(Plan::<1, Window<KERNEL, STRIDE>, Out, S>::PLAN, self)
    }
    #[inline]
    fn fold1d_with<P: PoolSteps<1>>(&self) -> Tensor<T, Out>
    where
        Out: UnfoldTo<1, S>,
    {
        folded(Plan::<1, P, Out, S>::PLAN, self)
    }
}

macro_rules! unfolding {
    ($($(#[$meta:meta])* $name:ident: for [UnfoldTo<$axes:literal>];)*) => {$(
        rule! {
            $(#[$meta])*
            $name<P, Out> reads (No, No);
            linear for [T: Real, S: UnfoldTo<$axes, Out>, Out: Shape, P: PoolSteps<$axes>] (x: Tensor<T, S>) -> Tensor<T, Out>;
            y = unfolded(Plan::<$axes, P, S, Out>::PLAN, x);
            x (=> |c, d| add_folded(Plan::<$axes, P, S, Out>::PLAN, c, d));
        }
    )*};
}
unfolding! {
    /// The windows of `(N, C, H, W)` as columns `(N, C · KH · KW, OH · OW)`. VJP: added back to where they came from, `fold2d`.
    unfold2d: for [UnfoldTo<2>];
    /// The windows of `(N, C, L)` as columns `(N, C · K, OL)`. VJP: added back to where they came from, `fold1d`.
    unfold1d: for [UnfoldTo<1>];
}

macro_rules! folding {
    ($($(#[$meta:meta])* $name:ident: for [UnfoldTo<$axes:literal>];)*) => {$(
        rule! {
            $(#[$meta])*
            $name<P, Out> reads (No, No);
            linear for [T: Real, S: Shape, Out: UnfoldTo<$axes, S>, P: PoolSteps<$axes>] (x: Tensor<T, S>) -> Tensor<T, Out>;
            y = folded(Plan::<$axes, P, Out, S>::PLAN, x);
            x (=> |c, d| Plan::<$axes, P, Out, S>::PLAN.add_unfolded(c.as_slice(), d.as_mut_slice()));
        }
    )*};
}
folding! {
    /// Columns `(N, C · KH · KW, OH · OW)` added to the places of `(N, C, H, W)` where `unfold2d` takes them. VJP: `unfold2d`.
    fold2d: for [UnfoldTo<2>];
    /// Columns `(N, C · K, OL)` added to the places of `(N, C, L)` where `unfold1d` takes them. VJP: `unfold1d`.
    fold1d: for [UnfoldTo<1>];
}

macro_rules! links {
    ($($axes:literal: $rule:ident $by:ident $by_with:ident;)*) => {
        /// Leads from these methods to their rules.
        pub trait UnfoldingRules<Out: Shape> {
            $(
                #[doc(hidden)]
                fn $by<const KERNEL: usize, const STRIDE: usize>(&self) -> By1<$rule<Window<KERNEL, STRIDE>, Out>> {
                    By1::new()
                }
                #[doc(hidden)]
                fn $by_with<P: PoolSteps<$axes>>(&self) -> By1<$rule<P, Out>> {
                    By1::new()
                }
            )*
        }
        impl<X, Out: Shape> UnfoldingRules<Out> for X {}
    };
}
links! {
    2: unfold2d derivative_of_unfold2d derivative_of_unfold2d_with;
    2: fold2d derivative_of_fold2d derivative_of_fold2d_with;
    1: unfold1d derivative_of_unfold1d derivative_of_unfold1d_with;
    1: fold1d derivative_of_fold1d derivative_of_fold1d_with;
}
