//! The lengths of the results of moving windows: a plan for the kernels, or a message that shows the sum.

use super::{ChannelGroups, ConvSteps, PoolSteps};
use crate::kernels::{Along, Convolution, Pooling};
use crate::tensor::{Shape, Text};

/// A window along one axis, for messages.
struct Step<'a> {
    operation: &'a str,
    /// The number of the axis, and the axis.
    axis: usize,
    along: Along,
    /// Whether the number of windows is rounded up.
    up: bool,
    /// The end of the message: the shapes.
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

    /// Fails the build for an invalid window.
    #[track_caller]
    const fn is_a_window(&self) {
        let Along { kernel, stride, dilation, .. } = self.along;
        if kernel == 0 || stride == 0 || dilation == 0 {
            let mut text = self.start();
            text.push("the kernel (").number(kernel).push("), the stride (").number(stride);
            self.refuse(text.push(") and the dilation (").number(dilation).push(") must be at least 1"))
        }
    }

    /// The number of windows, of which at least one fits.
    const fn windows(&self) -> usize {
        let Along { input, kernel, stride, padding, dilation, .. } = self.along;
        let last = (input + 2 * padding).saturating_sub(dilation * (kernel - 1) + 1);
        if !self.up {
            last / stride + 1
        } else if last.div_ceil(stride) * stride < input + padding {
            last.div_ceil(stride) + 1
        } else {
            last.div_ceil(stride)
        }
    }

    /// Fails the build unless the length of the output is
    /// `(input + 2 padding - dilation (kernel - 1) - 1) / stride + 1`.
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
        let expected = self.windows();
        if expected != output {
            text.push("(").number(input).push(" + 2 * ").number(padding).push(" - ");
            if dilation == 1 {
                text.number(kernel);
            } else {
                text.number(dilation).push(" * (").number(kernel).push(" - 1) - 1");
            }
            text.push(") / ").number(stride).push(" + 1 = ").number(expected);
            if self.up {
                text.push(", rounded up");
            }
            self.refuse(text.push(", not ").number(output))
        }
    }

    /// Fails the build for a length of the input whose convolution does not give the output.
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

    /// Fails the build for a window that may lie entirely in the padding.
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

/// The plan of the convolution of shape `S` with weights of shape `W` into shape `Out`. Lengths that do not fit fail
/// the build, with a message about the transposed convolution if it is `TRANSPOSED`.
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
        let step = Step { operation, axis: number(S::LENS, axis), along: alongs[axis], up: false, shapes };
        if TRANSPOSED {
            step.fits_transposed();
        } else {
            step.fits();
        }
        axis += 1;
    }
    let (images, channels, inputs, outputs) = (S::LENS[0], S::LENS[1], W::LENS[1], W::LENS[0]);
    let groups = <P::Channels as ChannelGroups>::GROUPS;
    let [rows, columns] = alongs;
    let step = Step { operation, axis: 1, along: rows, up: false, shapes };
    if inputs * groups != channels {
        let mut text = step.start();
        text.number(groups).push(" groups of ").number(inputs).push(" channels are ").number(inputs * groups);
        step.refuse(text.push(", not ").number(channels))
    }
    if groups == 0 || !outputs.is_multiple_of(groups) {
        let mut text = step.start();
        step.refuse(text.number(outputs).push(" channels cannot be divided into ").number(groups).push(" groups"))
    }
    Convolution { images, groups, inputs, outputs: outputs / groups, rows, columns }
}

/// The plan of the pooling of shape `S` into shape `Out`; lengths that do not fit fail the build.
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
        let axis_number = number(S::LENS, axis);
        let step = Step { operation: "pooling", axis: axis_number, along: alongs[axis], up: P::UP[axis], shapes };
        step.fits();
        step.meets_the_input();
        axis += 1;
    }
    let [rows, columns] = alongs;
    Pooling { planes: S::LENS[0] * S::LENS[1], rows, columns }
}

/// The plan of the windows of shape `S` as columns of shape `Out`; lengths that do not fit fail the build.
#[track_caller]
pub(crate) const fn unfolding<const AXES: usize, P: PoolSteps<AXES>, S: Shape, Out: Shape>() -> Pooling {
    let shapes = &[("shape", S::LENS), ("columns", Out::LENS)];
    let mut alongs = [Along { input: 1, kernel: 1, output: 1, stride: 1, padding: 0, dilation: 1 }; 2];
    let mut axis = 2 - AXES;
    while axis < 2 {
        let [kernel, stride, padding] = P::STEPS[axis];
        let along = Along { input: length(S::LENS, axis), kernel, output: 1, stride, padding, dilation: 1 };
        let mut step = Step { operation: "unfold", axis: number(S::LENS, axis), along, up: P::UP[axis], shapes };
        step.is_a_window();
        step.along.output = step.windows();
        step.fits();
        alongs[axis] = step.along;
        axis += 1;
    }
    let [rows, columns] = alongs;
    let (column, windows) = (S::LENS[1] * rows.kernel * columns.kernel, rows.output * columns.output);
    if column != Out::LENS[1] {
        let step = Step { operation: "unfold", axis: 1, along: rows, up: false, shapes };
        let mut text = step.start();
        text.number(S::LENS[1]).push(" channels of ").number(rows.kernel).push(" * ").number(columns.kernel);
        step.refuse(text.push(" positions are ").number(column).push(", not ").number(Out::LENS[1]))
    }
    if windows != Out::LENS[2] {
        let step = Step { operation: "unfold", axis: 2, along: rows, up: false, shapes };
        let mut text = step.start();
        text.number(rows.output).push(" * ").number(columns.output).push(" windows are ");
        step.refuse(text.number(windows).push(", not ").number(Out::LENS[2]))
    }
    Pooling { planes: S::LENS[0] * S::LENS[1], rows, columns }
}
