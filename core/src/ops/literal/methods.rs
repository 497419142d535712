//! The operations as methods: each is the one of the same name without `_lit`, with the result shape that the types
//! compute.

use super::shapes::{ConcatLit, ConvolveLit, FlattenLit, PoolLit, ReshapeLit, SplitLit};
use crate::ops::{Convolutions, Poolings};
use crate::scalar::{Element, Real};
use crate::tensor::{ConvSteps, HasAxis, PoolSteps, Shape, Steps, Tensor, Window};

impl<T: Element, S: Shape> Tensor<T, S> {
    /// `self`, then `rhs`, along axis `AXIS`: [`concat_to`](Self::concat_to) for literal lengths.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([[1, 2], [3, 4]]).concat_lit::<1, _>(&tensor([[5], [6]]));
    /// assert_eq!(x, tensor([[1, 2, 5], [3, 4, 6]]));
    /// ```
    ///
    /// Shapes that do not fit, and results of another length, do not compile:
    ///
    /// ```compile_fail,E0308
    /// use cotangent::prelude::*;
    ///
    /// let x: Vector<i32, 4> = tensor([1, 2]).concat_lit::<0, _>(&tensor([3]));
    /// ```
    #[inline]
    pub fn concat_lit<const AXIS: isize, R>(&self, rhs: &Tensor<T, R>) -> Tensor<T, S::Whole>
    where
        S: ConcatLit<AXIS, R>,
        R: HasAxis<AXIS>,
    {
        self.concat_to::<AXIS, R, S::Whole>(rhs)
    }

    /// The first `HEAD` positions along axis `AXIS`, and the rest: [`split_to`](Self::split_to) for literal lengths.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let (head, tail) = tensor([1, 2, 3]).split_lit::<0, 1>();
    /// assert_eq!((head, tail), (tensor([1]), tensor([2, 3])));
    /// ```
    #[inline]
    #[must_use]
    pub fn split_lit<const AXIS: isize, const HEAD: usize>(&self) -> (Tensor<T, S::Head>, Tensor<T, S::Tail>)
    where
        S: SplitLit<AXIS, HEAD>,
    {
        self.split_to::<AXIS, S::Head, S::Tail>()
    }

    /// The axes from number `AXIS` on, merged into one: [`reshape`](Self::reshape) for literal lengths.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// fn features<const B: usize>(x: &Tensor4<f32, B, 8, 5, 5>) -> Matrix<f32, B, 200> {
    ///     x.flatten_lit::<1>() // `B` need not be literal
    /// }
    /// assert_eq!(features(&Tensor4::<f32, 3, 8, 5, 5>::full(1.0)), Tensor::full(1.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn flatten_lit<const AXIS: isize>(&self) -> Tensor<T, S::Flat>
    where
        S: FlattenLit<AXIS>,
    {
        self.reshape()
    }

    /// The same elements under shape `R`, like [`reshape`](Self::reshape); a different number of elements does not
    /// compile.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x: Matrix<i32, 2, 3> = tensor([1, 2, 3, 4, 5, 6]).reshape_lit();
    /// assert_eq!(x, tensor([[1, 2, 3], [4, 5, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use cotangent::prelude::*;
    ///
    /// Matrix::<f32, 4, 6>::ZEROS.reshape_lit::<(Dim<5>, Dim<5>)>();
    /// ```
    #[inline]
    #[must_use]
    pub fn reshape_lit<R: Shape>(&self) -> Tensor<T, R>
    where
        S: ReshapeLit<R>,
    {
        self.reshape()
    }
}

/// Convolutions of literal lengths, as methods of tensors.
///
/// Wrong channels or lengths do not compile; the type of the result need not be written.
///
/// ```compile_fail,E0277
/// use cotangent::prelude::*;
///
/// let (x, w) = (Tensor4::<f32, 1, 1, 4, 4>::zeros(), Tensor4::<f32, 8, 1, 5, 5>::zeros());
/// let y = x.conv2d_lit::<1, 0>(&w); // 5 taps, 4 positions
/// ```
pub trait ConvolutionsLit<T: Real, S: Shape, W: Shape> {
    /// The convolution of images with weights: [`conv2d`](Convolutions::conv2d) for literal lengths.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn features<const B: usize>(w: &Tensor4<f32, 8, 1, 3, 3>, #[constant] x: &Tensor4<f32, B, 1, 8, 8>) -> Matrix<f32, B, 72> {
    ///     x.conv2d_lit::<1, 0>(w).relu().max_pool2d_lit::<2, 2>().flatten_lit::<1>() // 8 - 3 + 1 = 6, 6 / 2 = 3, 8 · 3 · 3 = 72
    /// }
    /// let (w, x) = (Tensor4::<f32, 8, 1, 3, 3>::full(1.0), Tensor4::<f32, 2, 1, 8, 8>::full(1.0));
    /// assert_eq!(features(&w, &x), Tensor::full(9.0));
    /// ```
    #[must_use]
    fn conv2d_lit<const STRIDE: usize, const PADDING: usize>(&self, w: &Tensor<T, W>) -> Tensor<T, S::Places>
    where
        S: ConvolveLit<2, W, Steps<STRIDE, PADDING>>;

    /// [`conv2d_lit`](Self::conv2d_lit) with steps that differ from axis to axis, dilation, or groups of channels: see [`Steps`].
    #[must_use]
    fn conv2d_lit_with<P: ConvSteps<2>>(&self, w: &Tensor<T, W>) -> Tensor<T, S::Places>
    where
        S: ConvolveLit<2, W, P>;

    /// The convolution of lines with weights: [`conv1d`](Convolutions::conv1d) for literal lengths.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let (x, w) = (tensor([[[1.0, 2.0, 4.0, 8.0]]]), tensor([[[-1.0, 1.0]]]));
    /// assert_eq!(x.conv1d_lit::<1, 0>(&w), tensor([[[1.0, 2.0, 4.0]]]));
    /// ```
    #[must_use]
    fn conv1d_lit<const STRIDE: usize, const PADDING: usize>(&self, w: &Tensor<T, W>) -> Tensor<T, S::Places>
    where
        S: ConvolveLit<1, W, Steps<STRIDE, PADDING>>;

    /// [`conv1d_lit`](Self::conv1d_lit) with dilation, or groups of channels: see [`Steps`].
    #[must_use]
    fn conv1d_lit_with<P: ConvSteps<1>>(&self, w: &Tensor<T, W>) -> Tensor<T, S::Places>
    where
        S: ConvolveLit<1, W, P>;
}

impl<T: Real, S: Shape, W: Shape> ConvolutionsLit<T, S, W> for Tensor<T, S> {
    #[inline]
    fn conv2d_lit<const STRIDE: usize, const PADDING: usize>(&self, w: &Tensor<T, W>) -> Tensor<T, S::Places>
    where
        S: ConvolveLit<2, W, Steps<STRIDE, PADDING>>,
    {
        self.conv2d_with::<Steps<STRIDE, PADDING>>(w)
    }
    #[inline]
    fn conv2d_lit_with<P: ConvSteps<2>>(&self, w: &Tensor<T, W>) -> Tensor<T, S::Places>
    where
        S: ConvolveLit<2, W, P>,
    {
        self.conv2d_with::<P>(w)
    }
    #[inline]
    fn conv1d_lit<const STRIDE: usize, const PADDING: usize>(&self, w: &Tensor<T, W>) -> Tensor<T, S::Places>
    where
        S: ConvolveLit<1, W, Steps<STRIDE, PADDING>>,
    {
        self.conv1d_with::<Steps<STRIDE, PADDING>>(w)
    }
    #[inline]
    fn conv1d_lit_with<P: ConvSteps<1>>(&self, w: &Tensor<T, W>) -> Tensor<T, S::Places>
    where
        S: ConvolveLit<1, W, P>,
    {
        self.conv1d_with::<P>(w)
    }
}

macro_rules! poolings {
    (
        windows { $($(#[$meta:meta])* $name:ident $with:ident: $axes:literal;)* }
        steps { $($(#[$of_steps:meta])* $name_with:ident $of:ident: $axes_with:literal;)* }
    ) => {
        impl<T: Real, S: Shape> Tensor<T, S> {
            $(
                $(#[$meta])*
                #[inline]
                #[must_use]
                pub fn $name<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, S::Places>
                where
                    S: PoolLit<$axes, Window<KERNEL, STRIDE>>,
                {
                    self.$with::<Window<KERNEL, STRIDE>>()
                }
            )*
            $(
                $(#[$of_steps])*
                #[inline]
                #[must_use]
                pub fn $name_with<P>(&self) -> Tensor<T, S::Places>
                where
                    P: PoolSteps<$axes_with>,
                    S: PoolLit<$axes_with, P>,
                {
                    self.$of::<P>()
                }
            )*
        }
    };
}
poolings! {
    windows {
        /// The largest number of each window: [`max_pool2d`](Poolings::max_pool2d) for literal lengths.
        ///
        /// ```
        /// use cotangent::prelude::*;
        ///
        /// let x = tensor([[[[1.0, 3.0, 5.0, 5.0], [2.0, 0.0, 5.0, 4.0]]]]);
        /// assert_eq!(x.max_pool2d_lit::<2, 2>(), tensor([[[[3.0, 5.0]]]]));
        /// ```
        max_pool2d_lit max_pool2d_with: 2;
        /// The largest number of each window: [`max_pool1d`](Poolings::max_pool1d) for literal lengths.
        max_pool1d_lit max_pool1d_with: 1;
        /// The mean of each window: [`avg_pool2d`](Poolings::avg_pool2d) for literal lengths.
        avg_pool2d_lit avg_pool2d_with: 2;
        /// The mean of each window: [`avg_pool1d`](Poolings::avg_pool1d) for literal lengths.
        avg_pool1d_lit avg_pool1d_with: 1;
    }
    steps {
        /// The largest number of each window: [`max_pool2d_with`](Poolings::max_pool2d_with) for literal lengths.
        max_pool2d_lit_with max_pool2d_with: 2;
        /// The largest number of each window: [`max_pool1d_with`](Poolings::max_pool1d_with) for literal lengths.
        max_pool1d_lit_with max_pool1d_with: 1;
        /// The mean of each window: [`avg_pool2d_with`](Poolings::avg_pool2d_with) for literal lengths.
        avg_pool2d_lit_with avg_pool2d_with: 2;
        /// The mean of each window: [`avg_pool1d_with`](Poolings::avg_pool1d_with) for literal lengths.
        avg_pool1d_lit_with avg_pool1d_with: 1;
    }
}
