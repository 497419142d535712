//! Pooling: the maximum or the mean of every window.
//!
//! Only the positions of a window inside the input count; a padding as wide as the window is a build error.

use core::marker::PhantomData;

use crate::kernels::{self, Pooling};
use crate::rule::{By1, rule};
use crate::scalar::Real;
use crate::tape::No;
use crate::tensor::{PoolSteps, PoolTo, Shape, Tensor, Window, pooling, wide_mut, written};

/// Pooling, as methods of tensors.
///
/// The type of the result says its lengths, so annotate it. A length that is not `(L + 2 padding - K) / stride + 1` does not
/// build; the message shows the sum with its numbers.
pub trait Poolings<T: Real, S: Shape, Out: Shape> {
    /// The largest number of each window of a batch of images `(N, C, H, W)`: `(N, C, OH, OW)`.
    ///
    /// Derivative: 1 for the first of the largest numbers of the window, row by row. A NaN loses against a number; where there
    /// is nothing but NaN the value is NaN and the derivative zero.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn f(x: &Tensor4<f64, 1, 1, 2, 4>) -> f64 {
    ///     let y: Tensor4<f64, 1, 1, 1, 2> = x.max_pool2d::<2, 2>();
    ///     y.sum()
    /// }
    /// let (value, x_bar) = f::value_and_grad(&tensor([[[[1.0, 3.0, 5.0, 5.0], [2.0, 0.0, 5.0, 4.0]]]]));
    /// assert_eq!((value, x_bar), (8.0, tensor([[[[0.0, 1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]])));
    /// ```
    #[must_use]
    fn max_pool2d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<2, Out>;

    /// [`max_pool2d`](Self::max_pool2d) with padding, or with windows that are no squares: see [`Window`].
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([[[[-1.0, -2.0, -3.0]]]]);
    /// let y: Tensor4<f64, 1, 1, 1, 2> = x.max_pool2d_with::<(Window<1, 1>, Window<3, 2, 1>)>();
    /// assert_eq!(y, tensor([[[[-1.0, -2.0]]]]));
    /// ```
    #[must_use]
    fn max_pool2d_with<P: PoolSteps<2>>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<2, Out>;

    /// The largest number of each window of a batch of lines `(N, C, L)`: `(N, C, OL)`; see [`max_pool2d`](Self::max_pool2d).
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let y: Tensor3<f64, 1, 1, 2> = tensor([[[1.0, 3.0, 2.0]]]).max_pool1d::<2, 1>();
    /// assert_eq!(y, tensor([[[3.0, 3.0]]]));
    /// ```
    #[must_use]
    fn max_pool1d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<1, Out>;

    /// [`max_pool1d`](Self::max_pool1d) with padding: see [`Window`].
    #[must_use]
    fn max_pool1d_with<P: PoolSteps<1>>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<1, Out>;

    /// The mean of each window of a batch of images `(N, C, H, W)`: `(N, C, OH, OW)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let y: Tensor4<f64, 1, 1, 1, 2> = tensor([[[[1.0, 3.0, 5.0, 5.0], [2.0, 0.0, 5.0, 4.0]]]]).avg_pool2d::<2, 2>();
    /// assert_eq!(y, tensor([[[[1.5, 4.75]]]]));
    /// ```
    #[must_use]
    fn avg_pool2d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<2, Out>;

    /// [`avg_pool2d`](Self::avg_pool2d) with padding, or with windows that are no squares: see [`Window`]. The mean is over the
    /// positions inside of the image.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([[[1.0, 3.0, 5.0]]]);
    /// let y: Tensor3<f64, 1, 1, 2> = x.avg_pool1d_with::<Window<3, 2, 1>>();
    /// assert_eq!(y, tensor([[[2.0, 4.0]]]));
    /// let y: Tensor3<f64, 1, 1, 2> = x.avg_pool1d_count_padding::<Window<3, 2, 1>>();
    /// assert_eq!(y, tensor([[[4.0 / 3.0, 8.0 / 3.0]]]));
    /// ```
    #[must_use]
    fn avg_pool2d_with<P: PoolSteps<2>>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<2, Out>;

    /// [`avg_pool2d_with`](Self::avg_pool2d_with), but the zeros around the image count too.
    #[must_use]
    fn avg_pool2d_count_padding<P: PoolSteps<2>>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<2, Out>;

    /// The mean of each window of a batch of lines `(N, C, L)`: `(N, C, OL)`.
    #[must_use]
    fn avg_pool1d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<1, Out>;

    /// [`avg_pool1d`](Self::avg_pool1d) with padding; see [`avg_pool2d_with`](Self::avg_pool2d_with).
    #[must_use]
    fn avg_pool1d_with<P: PoolSteps<1>>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<1, Out>;

    /// [`avg_pool1d_with`](Self::avg_pool1d_with), but the zeros around the line count too.
    #[must_use]
    fn avg_pool1d_count_padding<P: PoolSteps<1>>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<1, Out>;
}

/// The plan of a pooling: one constant for value and derivative, so that a mismatch is reported once.
struct Plan<const AXES: usize, P, S, Out>(PhantomData<(P, S, Out)>);

impl<const AXES: usize, P: PoolSteps<AXES>, S: Shape, Out: Shape> Plan<AXES, P, S, Out> {
    const PLAN: Pooling = pooling::<AXES, P, S, Out>();
}

/// The largest numbers, and their indices in `x`.
fn largest<T: Real, S: Shape, Out: Shape>(plan: Pooling, x: &Tensor<T, S>) -> (Tensor<T, Out>, Tensor<u32, Out>) {
    written(|(y, places): &mut (Tensor<_, _>, Tensor<_, _>)| {
        plan.max(x.as_slice(), y.as_mut_slice(), places.as_mut_slice());
    })
}

/// The means of windows.
fn means<T: Real, S: Shape, Out: Shape>(plan: Pooling, padded: bool, x: &Tensor<T, S>) -> Tensor<T, Out> {
    written(|y: &mut Tensor<_, _>| plan.mean(padded, x.as_slice(), y.as_mut_slice()))
}

// Written out instead of generated by a macro, because for a mismatch the compiler shows the path to the method.
impl<T: Real, S: Shape, Out: Shape> Poolings<T, S, Out> for Tensor<T, S> {
    #[inline]
    fn max_pool2d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<2, Out>,
    {
        largest(Plan::<2, Window<KERNEL, STRIDE>, S, Out>::PLAN, self).0
    }
    #[inline]
    fn max_pool2d_with<P: PoolSteps<2>>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<2, Out>,
    {
        largest(Plan::<2, P, S, Out>::PLAN, self).0
    }
    #[inline]
    fn avg_pool2d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<2, Out>,
    {
        means(Plan::<2, Window<KERNEL, STRIDE>, S, Out>::PLAN, false, self)
    }
    #[inline]
    fn avg_pool2d_with<P: PoolSteps<2>>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<2, Out>,
    {
        means(Plan::<2, P, S, Out>::PLAN, false, self)
    }
    #[inline]
    fn avg_pool2d_count_padding<P: PoolSteps<2>>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<2, Out>,
    {
        means(Plan::<2, P, S, Out>::PLAN, true, self)
    }
    #[inline]
    fn max_pool1d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<1, Out>,
    {
        largest(Plan::<1, Window<KERNEL, STRIDE>, S, Out>::PLAN, self).0
    }
    #[inline]
    fn max_pool1d_with<P: PoolSteps<1>>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<1, Out>,
    {
        largest(Plan::<1, P, S, Out>::PLAN, self).0
    }
    #[inline]
    fn avg_pool1d<const KERNEL: usize, const STRIDE: usize>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<1, Out>,
    {
        means(Plan::<1, Window<KERNEL, STRIDE>, S, Out>::PLAN, false, self)
    }
    #[inline]
    fn avg_pool1d_with<P: PoolSteps<1>>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<1, Out>,
    {
        means(Plan::<1, P, S, Out>::PLAN, false, self)
    }
    #[inline]
    fn avg_pool1d_count_padding<P: PoolSteps<1>>(&self) -> Tensor<T, Out>
    where
        S: PoolTo<1, Out>,
    {
        means(Plan::<1, P, S, Out>::PLAN, true, self)
    }
}

macro_rules! largest {
    ($($(#[$meta:meta])* $name:ident: for [PoolTo<$axes:literal>];)*) => {$(
        rule! {
            $(#[$meta])*
            $name<P, Out> reads (No, No);
            linear for [T: Real, S: PoolTo<$axes, Out>, Out: Shape, P: PoolSteps<$axes>] (x: Tensor<T, S>) -> Tensor<T, Out>,
                keeps places: Tensor<u32, Out> => written(|y: &mut Tensor<T, Out>| {
                    Plan::<$axes, P, S, Out>::PLAN.max(x.as_slice(), y.as_mut_slice(), places.as_mut_slice());
                });
            y = largest(Plan::<$axes, P, S, Out>::PLAN, x);
            x (places => |c, d| wide_mut(d, |d| kernels::add_at(places.as_slice(), c.as_slice(), d.as_mut_slice())));
            tangent(x_dot) = {
                let mut y_dot = Tensor::ZEROS;
                if let Some(x_dot) = x_dot {
                    let (_, places) = Self::forward(x);
                    kernels::take_at(places.as_slice(), x_dot.as_slice(), y_dot.as_mut_slice());
                }
                y_dot
            };
        }
    )*};
}
largest! {
    /// The maximum of each window of `(N, C, H, W)`; NaN only if all elements are NaN. VJP: to the first maximum of the window; none if all
    /// elements are NaN.
    max_pool2d: for [PoolTo<2>];
    /// The maximum of each window of `(N, C, L)`. VJP: as for `max_pool2d`.
    max_pool1d: for [PoolTo<1>];
}

macro_rules! mean {
    ($($(#[$meta:meta])* $name:ident: for [PoolTo<$axes:literal>] $with:ident, padded: $padded:literal;)*) => {$(
        rule! {
            $(#[$meta])*
            $name<P, Out> reads (No, No);
            linear for [P: PoolSteps<$axes>, Out: Shape, T: Real, S: PoolTo<$axes, Out>] (x: Tensor<T, S>) -> Tensor<T, Out>;
            y = x.$with::<P>();
            x (=> |c, d| wide_mut(d, |d| Plan::<$axes, P, S, Out>::PLAN.add_shares($padded, c.as_slice(), d.as_mut_slice())));
        }
    )*};
}
mean! {
    /// The mean of each window of `(N, C, H, W)`, over its positions inside the input. VJP: an equal share for each of them.
    avg_pool2d: for [PoolTo<2>] avg_pool2d_with, padded: false;
    /// The mean of each window of `(N, C, H, W)`, where the zeros of the padding count too. VJP: an equal share for each position.
    avg_pool2d_count_padding: for [PoolTo<2>] avg_pool2d_count_padding, padded: true;
    /// The mean of each window of `(N, C, L)`. VJP: as for `avg_pool2d`.
    avg_pool1d: for [PoolTo<1>] avg_pool1d_with, padded: false;
    /// The mean of each window of `(N, C, L)`, where the zeros of the padding count too. VJP: as for `avg_pool2d_count_padding`.
    avg_pool1d_count_padding: for [PoolTo<1>] avg_pool1d_count_padding, padded: true;
}

macro_rules! links {
    (
        windows { $($name:ident $by:ident;)* }
        steps { $($axes:literal: $by_with:ident $rule:ident;)* }
    ) => {
        /// Leads from these methods to their rules.
        pub trait PoolingRules<Out: Shape> {
            $(
                #[doc(hidden)]
                fn $by<const KERNEL: usize, const STRIDE: usize>(&self) -> By1<$name<Window<KERNEL, STRIDE>, Out>> {
                    By1::new()
                }
            )*
            $(
                #[doc(hidden)]
                fn $by_with<P: PoolSteps<$axes>>(&self) -> By1<$rule<P, Out>> {
                    By1::new()
                }
            )*
        }
        impl<X, Out: Shape> PoolingRules<Out> for X {}
    };
}
links! {
    windows {
        max_pool1d derivative_of_max_pool1d;
        max_pool2d derivative_of_max_pool2d;
        avg_pool1d derivative_of_avg_pool1d;
        avg_pool2d derivative_of_avg_pool2d;
    }
    steps {
        1: derivative_of_max_pool1d_with max_pool1d;
        2: derivative_of_max_pool2d_with max_pool2d;
        1: derivative_of_avg_pool1d_with avg_pool1d;
        2: derivative_of_avg_pool2d_with avg_pool2d;
        1: derivative_of_avg_pool1d_count_padding avg_pool1d_count_padding;
        2: derivative_of_avg_pool2d_count_padding avg_pool2d_count_padding;
    }
}
