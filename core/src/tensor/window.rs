//! Windows that move over an image or a line: how they step, and which shapes come out.
//!
//! The channels are checked as types, by `cargo check`. The length of the result is arithmetic, which types cannot do on stable
//! Rust; so the result is annotated, and its lengths are asserted while *building*, by a message that shows the sum.

use core::marker::PhantomData;

use super::text::Text;
use super::{Axis, One, Shape, SumTo};
use crate::kernels::{Along, Convolution, Pooling};

/// How the window of a convolution steps: `Steps<STRIDE, PADDING, DILATION, CHANNELS>`, along all axes; for an image a pair
/// says it for the rows and for the columns.
///
/// Neighbouring windows are `STRIDE` apart, neighbouring taps of a window `DILATION`; `PADDING` zeros stand before and behind
/// each axis. All channels meet, or those of each of [`Groups`].
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

/// Every output channel sees all input channels.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllChannels;

/// Input and output channels are divided into `G` groups, in order; an output channel sees the input channels of its own group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Groups<const G: usize>;

/// How many groups of channels there are: [`AllChannels`] or [`Groups`].
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

/// How a pooling window steps: `Window<KERNEL, STRIDE, PADDING>`, along all axes; for an image a pair says it for the rows and
/// for the columns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Window<const KERNEL: usize, const STRIDE: usize, const PADDING: usize = 0>;

/// What says how a convolution along `AXES` axes steps: [`Steps`], and for two axes a pair of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how a convolution along {AXES} axes steps",
    note = "`Steps<STRIDE, PADDING, DILATION, CHANNELS>` does, and a pair of them along two axes: rows, columns"
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

/// What says how a pooling along `AXES` axes steps: [`Window`], and for two axes a pair of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how a pooling along {AXES} axes steps",
    note = "`Window<KERNEL, STRIDE, PADDING>` does, and a pair of them along two axes: rows, columns"
)]
pub trait PoolSteps<const AXES: usize>: 'static {
    /// Kernel, stride and padding along rows and columns.
    #[doc(hidden)]
    const STEPS: [[usize; 3]; 2];
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
}

/// Shapes of inputs whose convolution along `AXES` axes with weights of shape `W` may have shape `Out`: the batch and the
/// channels agree.
///
/// Whether the lengths do is checked while building, and so are the channels of [`Groups`].
#[diagnostic::on_unimplemented(
    message = "cannot convolve shape `{Self}` along {AXES} axes with weights of shape `{W}` into shape `{Out}`",
    label = "the channels differ (or the batch, or the number of axes)",
    note = "`(N, C, H, W)` with weights `(O, C, KH, KW)` gives `(N, O, OH, OW)`; `(N, C, L)` with `(O, C, K)` gives `(N, O, OL)`",
    note = "with `Groups<G>` the weights have a `G`-th of the input channels"
)]
pub trait Convolve<const AXES: usize, W, Out, CHANNELS = AllChannels>: Shape {}

/// Shapes of inputs whose transposed convolution along `AXES` axes with weights of shape `W` may have shape `Out`: those that a
/// convolution of `Out` may have.
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

/// Shapes that a pooling along `AXES` axes may turn into shape `Out`: the batch and the channels agree.
///
/// Whether the lengths do is checked while building.
#[diagnostic::on_unimplemented(
    message = "cannot pool shape `{Self}` along {AXES} axes into shape `{Out}`",
    label = "the channels differ (or the batch, or the number of axes)",
    note = "`(N, C, H, W)` becomes `(N, C, OH, OW)`, and `(N, C, L)` becomes `(N, C, OL)`"
)]
pub trait PoolTo<const AXES: usize, Out>: Shape {}

/// Shapes of images `(N, C, H, W)` and of lines `(N, C, L)`: what a global pooling takes.
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
    };
}
windows!(1: L K M);
windows!(2: H KH OH, W KW OW);

/// What a window does along one axis, for the messages.
struct Step<'a> {
    operation: &'a str,
    /// The number of the axis, and the axis.
    axis: usize,
    along: Along,
    /// What to say last: the shapes.
    shapes: &'a [(&'a str, &'static [usize])],
}

impl Step<'_> {
    /// `convolution: axis 2: `
    const fn start(&self) -> Text {
        let mut text = Text::new(self.operation);
        text.push(": axis ").number(self.axis).push(": ");
        text
    }

    #[track_caller]
    const fn refuse(&self, text: &mut Text) -> ! {
        text.push(" (");
        let mut i = 0;
        while i < self.shapes.len() {
            text.push(if i == 0 { "" } else { ", " }).push(self.shapes[i].0).push(" ").shape(self.shapes[i].1);
            i += 1;
        }
        text.push(")");
        panic!("{}", text.as_str());
    }

    /// Refuses, while building, what is no window at all.
    #[track_caller]
    const fn is_a_window(&self) {
        let Along { kernel, stride, dilation, .. } = self.along;
        if kernel == 0 || stride == 0 || dilation == 0 {
            let mut text = self.start();
            text.push("the kernel (").number(kernel).push("), the stride (").number(stride);
            self.refuse(text.push(") and the dilation (").number(dilation).push(") must be at least 1"))
        }
    }

    /// Refuses, while building, a length of the output that is not `(input + 2 padding - dilation (kernel - 1) - 1) / stride + 1`.
    #[track_caller]
    const fn fits(&self) {
        self.is_a_window();
        let Along { input, kernel, output, stride, padding, dilation } = self.along;
        let (padded, reach) = (input + 2 * padding, dilation * (kernel - 1) + 1);
        let mut text = self.start();
        if reach > padded {
            text.push("a kernel that reaches over ").number(dilation).push(" * (").number(kernel).push(" - 1) + 1 = ");
            text.number(reach).push(" positions does not fit into ");
            self.refuse(text.number(input).push(" + 2 * ").number(padding).push(" = ").number(padded))
        }
        let expected = (padded - reach) / stride + 1;
        if expected != output {
            text.push("(").number(input).push(" + 2 * ").number(padding).push(" - ").number(dilation).push(" * (");
            text.number(kernel).push(" - 1) - 1) / ").number(stride).push(" + 1 = ").number(expected);
            self.refuse(text.push(", not ").number(output))
        }
    }

    /// Refuses, while building, a length of the input from which a convolution does not lead to the output.
    #[track_caller]
    const fn fits_transposed(&self) {
        self.is_a_window();
        let Along { input, kernel, output, stride, padding, dilation } = self.along;
        let reach = output.saturating_sub(1) * stride + dilation * (kernel - 1) + 1;
        let padded = input + 2 * padding;
        if output == 0 || padded < reach || padded >= reach + stride {
            let mut text = self.start();
            text.push("(").number(output).push(" - 1) * ").number(stride).push(" - 2 * ").number(padding).push(" + ");
            text.number(dilation).push(" * (").number(kernel).push(" - 1) + 1 = ");
            text.number(reach.saturating_sub(2 * padding));
            if stride > 1 {
                text.push(", or up to ").number(stride - 1).push(" more");
            }
            self.refuse(text.push(", not ").number(input))
        }
    }

    /// Refuses, while building, a window that may lie in the zeros around the input alone.
    #[track_caller]
    const fn meets_the_input(&self) {
        let Along { kernel, padding, .. } = self.along;
        if padding >= kernel {
            let mut text = self.start();
            self.refuse(text.push("a padding of ").number(padding).push(" hides a window of ").number(kernel))
        }
    }
}

/// The length of the rows or the columns of a stack of planes; a stack of lines has one row.
const fn length(lens: &[usize], axis: usize) -> usize {
    if lens.len() == 3 && axis == 0 { 1 } else { lens[lens.len() - 2 + axis] }
}

/// The number of that axis.
const fn number(lens: &[usize], axis: usize) -> usize {
    lens.len() - 2 + axis
}

/// The plan of the convolution of shape `S` with weights of shape `W` into shape `Out`; what does not fit is refused while
/// building, in the words of the transposed one if it is `TRANSPOSED`.
#[track_caller]
pub(crate) const fn convolution<
    const AXES: usize,
    const TRANSPOSED: bool,
    P: ConvSteps<AXES>,
    S: Shape,
    W: Shape,
    Out: Shape,
>() -> Convolution {
    let operation = if TRANSPOSED { "transposed convolution" } else { "convolution" };
    let shapes: &[_] = if TRANSPOSED {
        &[("shape", Out::LENS), ("weights", W::LENS), ("result", S::LENS)]
    } else {
        &[("shape", S::LENS), ("weights", W::LENS), ("result", Out::LENS)]
    };
    let mut alongs = [Along { input: 1, kernel: 1, output: 1, stride: 1, padding: 0, dilation: 1 }; 2];
    let mut axis = 2 - AXES;
    while axis < 2 {
        let [stride, padding, dilation] = P::STEPS[axis];
        let (input, kernel, output) = (length(S::LENS, axis), length(W::LENS, axis), length(Out::LENS, axis));
        alongs[axis] = Along { input, kernel, output, stride, padding, dilation };
        let step = Step { operation, axis: number(S::LENS, axis), along: alongs[axis], shapes };
        if TRANSPOSED {
            step.fits_transposed();
        } else {
            step.fits();
        }
        axis += 1;
    }
    let (images, channels, inputs, outputs) = (S::LENS[0], S::LENS[1], W::LENS[1], W::LENS[0]);
    let groups = <P::Channels as ChannelGroups>::GROUPS;
    if groups == 0 || inputs * groups != channels || !outputs.is_multiple_of(groups) {
        let [rows, _] = alongs;
        let step = Step { operation, axis: 1, along: rows, shapes };
        let mut text = step.start();
        text.push("weights for ").number(inputs).push(" and ").number(outputs).push(" channels are not those of ");
        text.number(groups).push(" groups of ").number(channels).push(" and ").number(outputs);
        step.refuse(&mut text)
    }
    let [rows, columns] = alongs;
    Convolution { images, groups, inputs, outputs: outputs / groups, rows, columns }
}

/// The plan of the pooling of shape `S` into shape `Out`; what does not fit is refused while building.
#[track_caller]
pub(crate) const fn pooling<const AXES: usize, P: PoolSteps<AXES>, S: Shape, Out: Shape>() -> Pooling {
    assert!(S::NUMEL < u32::MAX as usize, "pooling: a tensor of so many numbers");
    let mut alongs = [Along { input: 1, kernel: 1, output: 1, stride: 1, padding: 0, dilation: 1 }; 2];
    let mut axis = 2 - AXES;
    while axis < 2 {
        let [kernel, stride, padding] = P::STEPS[axis];
        let (input, output) = (length(S::LENS, axis), length(Out::LENS, axis));
        alongs[axis] = Along { input, kernel, output, stride, padding, dilation: 1 };
        let shapes = &[("shape", S::LENS), ("result", Out::LENS)];
        let step = Step { operation: "pooling", axis: number(S::LENS, axis), along: alongs[axis], shapes };
        step.fits();
        step.meets_the_input();
        axis += 1;
    }
    let [rows, columns] = alongs;
    Pooling { planes: S::LENS[0] * S::LENS[1], rows, columns }
}
