//! Convolutions of stacks of planes: the sums over windows, and both of their derivatives.
//!
//! All three are matrix products with a matrix that has a row for each tap (a channel and a place in the kernel) and a
//! column for each output position; its entries are the input numbers that the tap reads there. That matrix is never
//! built as a whole. `product` gathers one panel of it at a time on the stack and multiplies it in registers; if the
//! matrix is the result, it scatters the panel back. With wide registers, `outputs`, `inputs`, `weights` and `shifts`
//! copy less.

mod columns;
mod dispatch;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod inputs;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod outputs;
mod product;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod room;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod shifts;
#[cfg(test)]
mod tests;
#[cfg(all(test, feature = "std", target_arch = "x86_64"))]
mod tests_of_registers;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod tile;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod weights;

pub(crate) use dispatch::convolve;

/// One of the two axes that a window moves along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Along {
    /// The length of the input.
    pub(crate) input: usize,
    /// The length of the kernel.
    pub(crate) kernel: usize,
    /// The length of the output.
    pub(crate) output: usize,
    /// How far neighbouring windows are apart.
    pub(crate) stride: usize,
    /// The zeros before the input, and behind it.
    pub(crate) padding: usize,
    /// How far neighbouring taps are apart.
    pub(crate) dilation: usize,
}

/// The sizes of a convolution. Input, weights and output are contiguous: `(images, groups · inputs, rows, columns)`,
/// `(groups · outputs, inputs, kernel, kernel)` and `(images, groups · outputs, rows, columns)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Convolution {
    /// The planes of one channel.
    pub(crate) images: usize,
    /// Independent groups of channels.
    pub(crate) groups: usize,
    /// The input channels of a group.
    pub(crate) inputs: usize,
    /// The output channels of a group.
    pub(crate) outputs: usize,
    /// From row to row.
    pub(crate) rows: Along,
    /// From column to column.
    pub(crate) columns: Along,
}

/// One of the three arrays; each is computed from the other two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// From output and weights: the cotangent of the input.
    Input,
    /// From input and output: the cotangent of the weights.
    Weights,
    /// From input and weights: the convolution.
    Output,
}

impl Convolution {
    /// The places of a kernel.
    const fn places(&self) -> usize {
        self.rows.kernel * self.columns.kernel
    }

    /// The taps of one output channel: the places in every channel.
    const fn taps(&self) -> usize {
        self.inputs * self.places()
    }

    /// The positions of an output plane.
    const fn area(&self) -> usize {
        self.rows.output * self.columns.output
    }
}
