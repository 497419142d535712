//! Windows that move over an image or a line: their steps, and the shapes of the results.
//!
//! `cargo check` checks the channels, as types. The length of the result is arithmetic, which types cannot do on stable
//! Rust; so the result must be annotated, and its lengths are asserted at *build time*, with a message that shows the
//! sum.

mod fits;

use core::marker::PhantomData;

pub(crate) use self::fits::{convolution, pooling, unfolding};
use super::{Axis, One, Shape, SumTo};

/// The steps of a convolution window: `Steps<STRIDE, PADDING, DILATION, CHANNELS>`, along all axes; for an image, a
/// pair gives the steps along rows and along columns.
///
/// Neighbouring windows are `STRIDE` apart, neighbouring taps of a window `DILATION`; `PADDING` zeros are added before
/// and after each axis. Each output channel reads all input channels, or those of its group with [`Groups`].
///
/// ```
/// use cotangent::prelude::*;
///
/// let (x, w) = (Tensor4::<f32, 1, 4, 9, 9>::zeros(), Tensor4::<f32, 8, 2, 3, 5>::zeros());
/// // (9 + 2 · 0 - 1 · (3 - 1) - 1) / 2 + 1 = 4 rows, (9 + 2 · 2 - 2 · (5 - 1) - 1) / 1 + 1 = 5 columns
/// let _: Tensor4<f32, 1, 8, 4, 5> = x.conv2d_with::<(Steps<2, 0, 1, Groups<2>>, Steps<1, 2, 2, Groups<2>>)>(&w);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Steps<const STRIDE: usize = 1, const PADDING: usize = 0, const DILATION: usize = 1, CHANNELS = AllChannels>(
    PhantomData<fn() -> CHANNELS>,
);

/// Every output channel reads all input channels.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllChannels;

/// Input and output channels are divided into `G` groups, in order; an output channel reads the input channels of its
/// group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Groups<const G: usize>;

/// The grouping of channels: [`AllChannels`] or [`Groups`].
pub trait ChannelGroups: 'static {
    /// The number of groups.
    const GROUPS: usize;
}

impl ChannelGroups for AllChannels {
    const GROUPS: usize = 1;
}
impl<const G: usize> ChannelGroups for Groups<G> {
    const GROUPS: usize = G;
}

/// The steps of a pooling window: `Window<KERNEL, STRIDE, PADDING>`, along all axes; for an image, a pair gives the
/// steps along rows and along columns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Window<const KERNEL: usize, const STRIDE: usize, const PADDING: usize = 0>;

/// The steps of a [`Window`], of which the last one may reach over the end: `(L + 2 padding - K) / stride + 1` is rounded up, so no number
/// at the end is left out. A window that would begin behind the input and the padding before it is none. PyTorch calls it `ceil_mode`.
///
/// What is behind the end does not count, in no mean: `avg_pool2d_count_padding` divides by the positions in input and padding.
///
/// ```
/// use cotangent::prelude::*;
///
/// let x = tensor([[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]]);
/// let down: Tensor3<f64, 1, 1, 2> = x.max_pool1d_with::<Window<3, 2>>();
/// let up: Tensor3<f64, 1, 1, 3> = x.max_pool1d_with::<Ceil<Window<3, 2>>>();
/// assert_eq!(down, tensor([[[3.0, 5.0]]]));
/// assert_eq!(up, tensor([[[3.0, 5.0, 6.0]]]));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Ceil<W>(PhantomData<fn() -> W>);

/// The steps of a convolution along `AXES` axes: [`Steps`], or for two axes a pair of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe a convolution along {AXES} axes",
    note = "use `Steps<STRIDE, PADDING, DILATION, CHANNELS>`, or a pair of them for rows and columns"
)]
pub trait ConvSteps<const AXES: usize>: 'static {
    /// [`AllChannels`] or [`Groups`].
    type Channels: ChannelGroups;
    /// Stride, padding and dilation along rows and columns.
    #[doc(hidden)]
    const STEPS: [[usize; 3]; 2];
}

#[diagnostic::do_not_recommend]
impl<const S: usize, const P: usize, const D: usize, C: ChannelGroups> ConvSteps<1> for Steps<S, P, D, C> {
    type Channels = C;
    const STEPS: [[usize; 3]; 2] = [[1, 0, 1], [S, P, D]];
}
#[diagnostic::do_not_recommend]
impl<const S: usize, const P: usize, const D: usize, C: ChannelGroups> ConvSteps<2> for Steps<S, P, D, C> {
    type Channels = C;
    const STEPS: [[usize; 3]; 2] = [[S, P, D]; 2];
}
#[diagnostic::do_not_recommend]
impl<C: ChannelGroups, A, B> ConvSteps<2> for (A, B)
where
    A: ConvSteps<1, Channels = C>,
    B: ConvSteps<1, Channels = C>,
{
    type Channels = C;
    const STEPS: [[usize; 3]; 2] = [A::STEPS[1], B::STEPS[1]];
}

/// The steps of a pooling along `AXES` axes: [`Window`] or [`Ceil`] of it, or for two axes a pair of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe a pooling along {AXES} axes",
    note = "use `Window<KERNEL, STRIDE, PADDING>`, or a pair of them for rows and columns"
)]
pub trait PoolSteps<const AXES: usize>: 'static {
    /// Kernel, stride and padding along rows and columns.
    #[doc(hidden)]
    const STEPS: [[usize; 3]; 2];
    /// Whether the number of windows along rows and columns is rounded up.
    #[doc(hidden)]
    const UP: [bool; 2] = [false; 2];
}

#[diagnostic::do_not_recommend]
impl<const K: usize, const S: usize, const P: usize> PoolSteps<1> for Window<K, S, P> {
    const STEPS: [[usize; 3]; 2] = [[1, 1, 0], [K, S, P]];
}
#[diagnostic::do_not_recommend]
impl<const K: usize, const S: usize, const P: usize> PoolSteps<2> for Window<K, S, P> {
    const STEPS: [[usize; 3]; 2] = [[K, S, P]; 2];
}
#[diagnostic::do_not_recommend]
impl<A: PoolSteps<1>, B: PoolSteps<1>> PoolSteps<2> for (A, B) {
    const STEPS: [[usize; 3]; 2] = [A::STEPS[1], B::STEPS[1]];
    const UP: [bool; 2] = [A::UP[1], B::UP[1]];
}
#[diagnostic::do_not_recommend]
impl<const AXES: usize, const K: usize, const S: usize, const P: usize> PoolSteps<AXES> for Ceil<Window<K, S, P>>
where
    Window<K, S, P>: PoolSteps<AXES>,
{
    const STEPS: [[usize; 3]; 2] = <Window<K, S, P> as PoolSteps<AXES>>::STEPS;
    const UP: [bool; 2] = [true; 2];
}

/// Shapes of inputs whose convolution along `AXES` axes with weights of shape `W` can have shape `Out`: the batch and
/// the channels agree.
///
/// The lengths are checked at build time, and so are the channels of [`Groups`].
#[diagnostic::on_unimplemented(
    message = "cannot convolve shape `{Self}` along {AXES} axes with weights of shape `{W}` into shape `{Out}`",
    label = "the channels differ (or the batch, or the number of axes)",
    note = "`(N, C, H, W)` with weights `(O, C, KH, KW)` gives `(N, O, OH, OW)`; `(N, C, L)` with `(O, C, K)` gives `(N, O, OL)`",
    note = "with `Groups<G>` the weights have a `G`-th of the input channels"
)]
pub trait Convolve<const AXES: usize, W, Out, CHANNELS = AllChannels>: Shape {}

/// Shapes of inputs whose transposed convolution along `AXES` axes with weights of shape `W` can have shape `Out`:
/// those that a convolution of `Out` can have.
#[diagnostic::on_unimplemented(
    message = "no transposed convolution of shape `{Self}` along {AXES} axes with weights of shape `{W}` has shape `{Out}`",
    label = "the channels differ (or the batch, or the number of axes)",
    note = "`(N, C, H, W)` with weights `(C, O, KH, KW)` gives `(N, O, OH, OW)`; `(N, C, L)` with `(C, O, K)` gives `(N, O, OL)`",
    note = "with `Groups<G>` the weights have a `G`-th of the output channels"
)]
pub trait ConvolveTransposed<const AXES: usize, W, Out, CHANNELS = AllChannels>: Shape {}

#[diagnostic::do_not_recommend]
impl<const AXES: usize, S: Shape, W, Out: Convolve<AXES, W, S, CHANNELS>, CHANNELS>
    ConvolveTransposed<AXES, W, Out, CHANNELS> for S
{
}

/// Shapes that a pooling along `AXES` axes can turn into shape `Out`: the batch and the channels agree.
///
/// The lengths are checked at build time.
#[diagnostic::on_unimplemented(
    message = "cannot pool shape `{Self}` along {AXES} axes into shape `{Out}`",
    label = "the channels differ (or the batch, or the number of axes)",
    note = "`(N, C, H, W)` becomes `(N, C, OH, OW)`, and `(N, C, L)` becomes `(N, C, OL)`"
)]
pub trait PoolTo<const AXES: usize, Out>: Shape {}

/// Shapes whose windows along `AXES` axes can be the columns of shape `Out`: the batch agrees.
///
/// The lengths are checked at build time.
#[diagnostic::on_unimplemented(
    message = "the windows of shape `{Self}` along {AXES} axes are no columns of shape `{Out}`",
    label = "the batch differs (or the number of axes)",
    note = "`(N, C, H, W)` has windows `(N, C KH KW, OH OW)`, and `(N, C, L)` has windows `(N, C K, OL)`"
)]
pub trait UnfoldTo<const AXES: usize, Out>: Shape {}

/// Shapes of images `(N, C, H, W)` and of lines `(N, C, L)`: the inputs of a global pooling.
#[diagnostic::on_unimplemented(
    message = "shape `{Self}` has no planes to pool",
    label = "neither images `(N, C, H, W)` nor lines `(N, C, L)`"
)]
pub trait Planes: Shape + SumTo<Self::Kept> {
    /// `(N, C)`.
    type Channels: Shape;
    /// `(N, C, One, One)` or `(N, C, One)`.
    #[doc(hidden)]
    type Kept: Shape;
    /// The positions of a plane.
    #[doc(hidden)]
    const AREA: usize;
}

#[diagnostic::do_not_recommend]
impl<N: Axis, C: Axis, L: Axis> Planes for (N, C, L) {
    type Channels = (N, C);
    type Kept = (N, C, One);
    const AREA: usize = L::LEN;
}
#[diagnostic::do_not_recommend]
impl<N: Axis, C: Axis, H: Axis, W: Axis> Planes for (N, C, H, W) {
    type Channels = (N, C);
    type Kept = (N, C, One, One);
    const AREA: usize = H::LEN * W::LEN;
}

macro_rules! windows {
    ($axes:literal: $($x:ident $k:ident $y:ident),+) => {
        #[diagnostic::do_not_recommend]
        impl<N: Axis, C: Axis, O: Axis, $($x: Axis, $k: Axis, $y: Axis),+>
            Convolve<$axes, (O, C, $($k),+), (N, O, $($y),+)> for (N, C, $($x),+)
        {
        }
        #[diagnostic::do_not_recommend]
        impl<const G: usize, N: Axis, C: Axis, O: Axis, I: Axis, $($x: Axis, $k: Axis, $y: Axis),+>
            Convolve<$axes, (O, I, $($k),+), (N, O, $($y),+), Groups<G>> for (N, C, $($x),+)
        {
        }
        #[diagnostic::do_not_recommend]
        impl<N: Axis, C: Axis, $($x: Axis, $y: Axis),+> PoolTo<$axes, (N, C, $($y),+)> for (N, C, $($x),+) {}
        #[diagnostic::do_not_recommend]
        impl<N: Axis, C: Axis, COLUMN: Axis, WINDOWS: Axis, $($x: Axis),+> UnfoldTo<$axes, (N, COLUMN, WINDOWS)> for (N, C, $($x),+) {}
    };
}
windows!(1: L K M);
windows!(2: H KH OH, W KW OW);
