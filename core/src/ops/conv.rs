//! Convolutions in one and two dimensions, and transposed convolutions.
//!
//! As usual in machine learning, the kernel is not flipped: `y[o, i] = Σ w[o, c, k] x[c, i · stride + k · dilation - padding]`.
//! A bias is added with `+`: one number for each channel in shape `(Dim<O>, One, One)`, for lines `(Dim<O>, One)`. Rules, because
//! both halves of the VJP are convolutions with kernels of their own: nothing is copied out of the input, and nothing is stored
//! but the operands. A call takes up to 48 KiB of stack for parts of them; of `f16` and `bf16`, also what operands and result would
//! take in `f32`.

use core::marker::PhantomData;

use crate::kernels::{Convolution, Part, convolve};
use crate::rule::{By2, rule};
use crate::scalar::Real;
use crate::tape::{No, Yes};
use crate::tensor::{
    ConvSteps, Convolve, ConvolveTransposed, Shape, Steps, Tensor, convolution, filled, wide, wide_mut,
};

/// Convolutions, as methods of tensors.
///
/// The type of the result says its lengths, so annotate it. Wrong channels do not compile, and a length that is not
/// `(L + 2 padding - dilation (K - 1) - 1) / stride + 1` does not build; the message shows the sum with its numbers.
///
/// ```compile_fail,E0308
/// use cotangent::prelude::*;
///
/// let (x, w) = (Tensor4::<f32, 1, 3, 8, 8>::zeros(), Tensor4::<f32, 16, 1, 3, 3>::zeros());
/// let y: Tensor4<f32, 1, 16, 6, 6> = x.conv2d::<1, 0>(&w); // 3 channels, weights for 1
/// ```
pub trait Convolutions<T: Real, S: Shape, W: Shape, Out: Shape> {
    /// The convolution of a batch of images `(N, C, H, W)` with weights `(O, C, KH, KW)`: `(N, O, OH, OW)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[derive(Differentiable)]
    /// struct Layer { w: Tensor4<f32, 8, 1, 3, 3>, b: Tensor<f32, (Dim<8>, One, One)> }
    ///
    /// #[differentiable]
    /// fn layer<const B: usize>(m: &Layer, #[constant] x: &Tensor4<f32, B, 1, 8, 8>) -> Tensor4<f32, B, 8, 8, 8> {
    ///     let y: Tensor4<f32, B, 8, 8, 8> = x.conv2d::<1, 1>(&m.w); // stride 1, padding 1
    ///     (y + m.b).relu()
    /// }
    /// let m = Layer { w: Tensor::full(1.0), b: Tensor::zeros() };
    /// assert_eq!(layer(&m, &Tensor4::<f32, 2, 1, 8, 8>::full(1.0))[[1, 7, 0, 3]], 6.0);
    /// ```
    #[must_use]
    fn conv2d<const STRIDE: usize, const PADDING: usize>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: Convolve<2, W, Out>;

    /// [`conv2d`](Self::conv2d) with steps that differ from axis to axis, dilation, or groups of channels: see [`Steps`].
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// // every channel with a kernel of its own
    /// let (x, w) = (Tensor4::<f32, 1, 6, 9, 9>::full(1.0), Tensor4::<f32, 6, 1, 3, 3>::full(1.0));
    /// let y: Tensor4<f32, 1, 6, 3, 3> = x.conv2d_with::<Steps<2, 0, 2, Groups<6>>>(&w);
    /// assert_eq!(y, Tensor::full(9.0));
    /// ```
    #[must_use]
    fn conv2d_with<P: ConvSteps<2>>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: Convolve<2, W, Out, P::Channels>;

    /// The convolution of a batch of lines `(N, C, L)` with weights `(O, C, K)`: `(N, O, OL)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let (x, w) = (tensor([[[1.0, 2.0, 4.0, 8.0]]]), tensor([[[-1.0, 1.0]]]));
    /// let y: Tensor3<f64, 1, 1, 3> = x.conv1d::<1, 0>(&w);
    /// assert_eq!(y, tensor([[[1.0, 2.0, 4.0]]]));
    /// ```
    #[must_use]
    fn conv1d<const STRIDE: usize, const PADDING: usize>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: Convolve<1, W, Out>;

    /// [`conv1d`](Self::conv1d) with dilation, or groups of channels: see [`Steps`].
    #[must_use]
    fn conv1d_with<P: ConvSteps<1>>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: Convolve<1, W, Out, P::Channels>;

    /// The transposed convolution of a batch of images `(N, C, H, W)` with weights `(C, O, KH, KW)`: `(N, O, OH, OW)`, any shape
    /// that [`conv2d`](Self::conv2d) with these weights leads back from. A length `OH` is `(H - 1) stride - 2 padding + KH`,
    /// and up to `stride - 1` more; the last positions are then what the windows reach, or 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let (x, w) = (tensor([[[[1.0, 2.0]]]]), tensor([[[[1.0, 10.0]]]]));
    /// let y: Tensor4<f64, 1, 1, 1, 4> = x.conv_transpose2d_with::<(Steps, Steps<2>)>(&w);
    /// assert_eq!(y, tensor([[[[1.0, 10.0, 2.0, 20.0]]]]));
    /// let y: Tensor4<f64, 1, 1, 1, 3> = x.conv_transpose2d::<1, 0>(&w);
    /// assert_eq!(y, tensor([[[[1.0, 12.0, 20.0]]]]));
    /// ```
    #[must_use]
    fn conv_transpose2d<const STRIDE: usize, const PADDING: usize>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: ConvolveTransposed<2, W, Out>;

    /// [`conv_transpose2d`](Self::conv_transpose2d) with other steps: see [`Steps`].
    #[must_use]
    fn conv_transpose2d_with<P: ConvSteps<2>>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: ConvolveTransposed<2, W, Out, P::Channels>;

    /// The transposed convolution of a batch of lines `(N, C, L)` with weights `(C, O, K)`: `(N, O, OL)`; see
    /// [`conv_transpose2d`](Self::conv_transpose2d).
    #[must_use]
    fn conv_transpose1d<const STRIDE: usize, const PADDING: usize>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: ConvolveTransposed<1, W, Out>;

    /// [`conv_transpose1d`](Self::conv_transpose1d) with other steps: see [`Steps`].
    #[must_use]
    fn conv_transpose1d_with<P: ConvSteps<1>>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: ConvolveTransposed<1, W, Out, P::Channels>;
}

/// The plan of a convolution: one constant for value and derivatives, so that a mismatch is reported once.
struct Plan<const AXES: usize, const TRANSPOSED: bool, P, S, W, Out>(PhantomData<(P, S, W, Out)>);

impl<const AXES: usize, const TRANSPOSED: bool, P: ConvSteps<AXES>, S: Shape, W: Shape, Out: Shape>
    Plan<AXES, TRANSPOSED, P, S, W, Out>
{
    const PLAN: Convolution = convolution::<AXES, TRANSPOSED, P, S, W, Out>();
}

/// Computes `part` from the other two.
fn made<T: Real, S: Shape, W: Shape, Out: Shape>(
    plan: Convolution,
    part: Part,
    x: &Tensor<T, S>,
    w: &Tensor<T, W>,
) -> Tensor<T, Out> {
    filled(|y| add(&plan, part, (x, w), y))
}

/// Adds to `part` what follows from the other two.
fn add<T: Real, A: Shape, B: Shape, Out: Shape>(
    plan: &Convolution,
    part: Part,
    (a, b): (&Tensor<T, A>, &Tensor<T, B>),
    out: &mut Tensor<T, Out>,
) {
    wide(a, |a| {
        wide(b, |b| {
            wide_mut(out, |out| convolve(plan, part, (a.as_slice(), b.as_slice()), out.as_mut_slice()));
        });
    });
}

// Written out instead of generated by a macro, because for a mismatch the compiler shows the path to the method.
impl<T: Real, S: Shape, W: Shape, Out: Shape> Convolutions<T, S, W, Out> for Tensor<T, S> {
    #[inline]
    fn conv2d<const STRIDE: usize, const PADDING: usize>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: Convolve<2, W, Out>,
    {
        made(Plan::<2, false, Steps<STRIDE, PADDING>, S, W, Out>::PLAN, Part::Output, self, w)
    }
    #[inline]
    fn conv2d_with<P: ConvSteps<2>>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: Convolve<2, W, Out, P::Channels>,
    {
        made(Plan::<2, false, P, S, W, Out>::PLAN, Part::Output, self, w)
    }
    #[inline]
    fn conv1d<const STRIDE: usize, const PADDING: usize>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: Convolve<1, W, Out>,
    {
        made(Plan::<1, false, Steps<STRIDE, PADDING>, S, W, Out>::PLAN, Part::Output, self, w)
    }
    #[inline]
    fn conv1d_with<P: ConvSteps<1>>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: Convolve<1, W, Out, P::Channels>,
    {
        made(Plan::<1, false, P, S, W, Out>::PLAN, Part::Output, self, w)
    }
    #[inline]
    fn conv_transpose2d<const STRIDE: usize, const PADDING: usize>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: ConvolveTransposed<2, W, Out>,
    {
        made(Plan::<2, true, Steps<STRIDE, PADDING>, Out, W, S>::PLAN, Part::Input, self, w)
    }
    #[inline]
    fn conv_transpose2d_with<P: ConvSteps<2>>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: ConvolveTransposed<2, W, Out, P::Channels>,
    {
        made(Plan::<2, true, P, Out, W, S>::PLAN, Part::Input, self, w)
    }
    #[inline]
    fn conv_transpose1d<const STRIDE: usize, const PADDING: usize>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: ConvolveTransposed<1, W, Out>,
    {
        made(Plan::<1, true, Steps<STRIDE, PADDING>, Out, W, S>::PLAN, Part::Input, self, w)
    }
    #[inline]
    fn conv_transpose1d_with<P: ConvSteps<1>>(&self, w: &Tensor<T, W>) -> Tensor<T, Out>
    where
        S: ConvolveTransposed<1, W, Out, P::Channels>,
    {
        made(Plan::<1, true, P, Out, W, S>::PLAN, Part::Input, self, w)
    }
}

macro_rules! convolutions {
    ($(
        $(#[$meta:meta])*
        $name:ident: for [$bound:ident<$axes:literal>] $with:ident, transposed: $transposed:literal, $input:ident to $output:ident, $from:ident => $to:ident;
    )*) => {
        $(
            rule! {
                $(#[$meta])*
                $name<P, Out> reads (Yes, Yes, No);
                bilinear for [T: Real, S: $bound<$axes, W, Out, P::Channels>, W: Shape, Out: Shape, P: ConvSteps<$axes>]
                    (x: Tensor<T, S>, w: Tensor<T, W>) -> Tensor<T, Out>;
                y = x.$with::<P>(w);
                add = add(&Plan::<$axes, $transposed, P, $input, W, $output>::PLAN, Part::$to, (x, w), y);
                x (w => |c, d| add(&Plan::<$axes, $transposed, P, $input, W, $output>::PLAN, Part::$from, (c, w), d)),
                w (x => |c, d| {
                    let plan = Plan::<$axes, $transposed, P, $input, W, $output>::PLAN;
                    if $transposed { add(&plan, Part::Weights, (c, x), d) } else { add(&plan, Part::Weights, (x, c), d) }
                });
            }
        )*
    };
}
convolutions! {
    /// The convolution of images `(N, C, H, W)` with weights `(O, C, KH, KW)`: `(N, O, OH, OW)`. VJP: to the input the transposed convolution of the
    /// cotangent; to the weights the sums of cotangents times what their taps met.
    conv2d: for [Convolve<2>] conv2d_with, transposed: false, S to Out, Input => Output;
    /// The convolution of lines `(N, C, L)` with weights `(O, C, K)`: `(N, O, OL)`. VJP: as for `conv2d`.
    conv1d: for [Convolve<1>] conv1d_with, transposed: false, S to Out, Input => Output;
    /// The transposed convolution of images `(N, C, H, W)` with weights `(C, O, KH, KW)`: `(N, O, OH, OW)`. VJP: to the input the
    /// convolution of the cotangent; to the weights as for `conv2d`.
    conv_transpose2d: for [ConvolveTransposed<2>] conv_transpose2d_with, transposed: true, Out to S, Output => Input;
    /// The transposed convolution of lines `(N, C, L)` with weights `(C, O, K)`: `(N, O, OL)`. VJP: as for `conv_transpose2d`.
    conv_transpose1d: for [ConvolveTransposed<1>] conv_transpose1d_with, transposed: true, Out to S, Output => Input;
}

macro_rules! links {
    ($($name:ident $by:ident, $by_with:ident: $axes:literal;)*) => {
        /// Leads from these methods to their rules.
        pub trait ConvolutionRules<Out: Shape> {$(
            #[doc(hidden)]
            fn $by<const STRIDE: usize, const PADDING: usize>(&self) -> By2<$name<Steps<STRIDE, PADDING>, Out>> {
                By2::new()
            }
            #[doc(hidden)]
            fn $by_with<P: ConvSteps<$axes>>(&self) -> By2<$name<P, Out>> {
                By2::new()
            }
        )*}
        impl<X, Out: Shape> ConvolutionRules<Out> for X {}
    };
}
links! {
    conv2d derivative_of_conv2d, derivative_of_conv2d_with: 2;
    conv1d derivative_of_conv1d, derivative_of_conv1d_with: 1;
    conv_transpose2d derivative_of_conv_transpose2d, derivative_of_conv_transpose2d_with: 2;
    conv_transpose1d derivative_of_conv_transpose1d, derivative_of_conv_transpose1d_with: 1;
}
