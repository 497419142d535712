//! The cotangent of the weights ([`Part::Weights`](super::Part)), if there are enough output channels to fill
//! registers.
//!
//! The cotangents of the output are copied so that all channels of a position are side by side. A place of the kernel
//! then gets the sum, over positions, of their products with the input number that the place reads, which is the same
//! for all channels.

#![allow(unsafe_code, reason = "registers")]

use super::room::{NUMBERS, Room, Rows};
use super::tile::{Lines, Target, Terms, sums};
use super::{Along, Convolution};
use crate::kernels::vector::{Vector, copy_lines};
use crate::scalar::Element;

/// The most channels whose numbers lie side by side.
const CHANNELS: usize = 32;
/// The most rows that are summed at once.
const ROWS: usize = 12;

/// The sums, added to the weights.
#[derive(Clone, Copy)]
pub(super) struct Weights(Convolution);

/// Positions of the output: the first image, row and column, and how many.
#[derive(Clone, Copy, Debug)]
struct Block {
    images: [usize; 2],
    lines: [usize; 2],
    width: [usize; 2],
}

impl Along {
    /// This many neighbouring positions read this many neighbouring numbers.
    const fn reach(&self, positions: usize) -> usize {
        (positions - 1) * self.stride + (self.kernel - 1) * self.dilation + 1
    }
}

impl Weights {
    /// Whether the buffer is large enough for all that the kernel reads.
    pub(super) fn of(plan: &Convolution) -> Option<Self> {
        let there = plan.taps() > 0 && plan.area() > 0 && plan.outputs > 0;
        (there && plan.rows.reach(1) * plan.columns.reach(1) <= NUMBERS).then_some(Weights(*plan))
    }

    /// The most images, rows and columns of positions at once, with this many channels of each.
    fn most(&self, channels: usize) -> [usize; 3] {
        let Convolution { images, rows, columns, .. } = self.0;
        let fit = |lines: usize, width: usize| {
            lines * width * channels <= NUMBERS && rows.reach(lines) * columns.reach(width) <= NUMBERS
        };
        let (mut lines, mut width) = (rows.output, columns.output);
        while lines > 1 && !fit(lines, width) {
            lines = lines.div_ceil(2);
        }
        while width > 1 && !fit(lines, width) {
            width = width.div_ceil(2);
        }
        let whole = lines == rows.output && width == columns.output;
        [if whole { (NUMBERS / (lines * width * channels)).min(images).max(1) } else { 1 }, lines, width]
    }

    /// All sums.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    pub(super) unsafe fn all<V: Vector>(&self, input: &[V::Number], output: &[V::Number], weights: &mut [V::Number]) {
        let Convolution { images, groups, outputs, rows, columns, .. } = self.0;
        let mut side: Room<V::Number> = [V::Number::ZERO; _];
        for (group, o) in (0..groups).flat_map(|group| (0..outputs).step_by(CHANNELS).map(move |o| (group, o))) {
            let channels = CHANNELS.min(outputs - o);
            let [most_images, most_lines, most_width] = self.most(channels);
            for image in (0..images).step_by(most_images) {
                for y in (0..rows.output).step_by(most_lines) {
                    for x in (0..columns.output).step_by(most_width) {
                        let block = Block {
                            images: [image, most_images.min(images - image)],
                            lines: [y, most_lines.min(rows.output - y)],
                            width: [x, most_width.min(columns.output - x)],
                        };
                        // SAFETY: the caller's.
                        unsafe {
                            self.side_by_side::<V>(&block, group * outputs + o, channels, output, &mut side);
                            self.block::<V>(&block, [group, o, channels], input, &side, weights);
                        }
                    }
                }
            }
        }
    }

    /// Copies numbers of `channels` output channels from `o` on, those of a position side by side.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn side_by_side<V: Vector>(
        &self,
        block: &Block,
        o: usize,
        channels: usize,
        output: &[V::Number],
        side: &mut Room<V::Number>,
    ) {
        let Convolution { groups, outputs, columns, .. } = self.0;
        let area = self.0.area();
        let ([image, images], [y, lines], [x, width]) = (block.images, block.lines, block.width);
        // Without gaps between them, the lines are one line.
        let (runs, len) = if width == columns.output { (1, lines * width) } else { (lines, width) };
        assert!(images * lines * width * channels <= side.len(), "there is room");
        let mut to = 0;
        for (image, run) in (image..image + images).flat_map(|image| (0..runs).map(move |run| (image, run))) {
            let from = &output[(image * groups * outputs + o) * area + (y + run) * columns.output + x..];
            assert!((channels - 1) * area + len <= from.len(), "all channels are there");
            let mut c = 0;
            while c < channels {
                // SAFETY: the registers are the caller's; as many channels are there as are left, and room for them.
                unsafe {
                    let (from, to) = (from.as_ptr().add(c * area), side.as_mut_ptr().add(to + c));
                    c += match channels - c {
                        left if left >= V::LINES => {
                            V::transpose(from, area, len, to, channels);
                            V::LINES
                        }
                        left if left >= 4 => {
                            copy_lines::<_, 4>(from, area, len, to, channels);
                            4
                        }
                        _ => {
                            copy_lines::<_, 1>(from, area, len, to, channels);
                            1
                        }
                    };
                }
            }
            to += len * channels;
        }
    }

    /// The sums over the positions of a block, for channels of a group.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn block<V: Vector>(
        &self,
        block: &Block,
        [group, o, channels]: [usize; 3],
        input: &[V::Number],
        side: &Room<V::Number>,
        weights: &mut [V::Number],
    ) {
        let Convolution { groups, inputs, rows, columns, .. } = self.0;
        let plane = rows.input * columns.input;
        let ([image, images], [y, lines], [x, width]) = (block.images, block.lines, block.width);
        let first = (image * groups + group) * inputs * plane;
        if rows.padding == 0 && columns.padding == 0 {
            let at = y * rows.stride * columns.input + x * columns.stride;
            let planes =
                Planes { numbers: &input[first + at..], steps: [groups * inputs * plane, plane, columns.input] };
            // SAFETY: the caller's.
            return unsafe { self.planes::<V>(block, [group, o, channels], [0, inputs], planes, side, weights) };
        }
        // The planes with their padding.
        let (depth, line) = (rows.reach(lines), columns.reach(width));
        let most = (NUMBERS / (images * depth * line)).max(1);
        let mut room: Room<V::Number> = [V::Number::ZERO; _];
        let there = Rows { first: y * rows.stride, step: 1, count: depth, above: rows.padding, height: rows.input };
        let as_it_is = Along { stride: 1, dilation: 1, ..columns };
        for c in (0..inputs).step_by(most) {
            let count = most.min(inputs - c);
            let mut at = 0;
            for (image, c) in (0..images).flat_map(|image| (c..c + count).map(move |c| (image, c))) {
                let numbers = &input[first + (image * groups * inputs + c) * plane..];
                // SAFETY: the caller's.
                at += unsafe { as_it_is.meets::<V>(numbers, there, [0, x * columns.stride], line, &mut room[at..]) };
            }
            let planes = Planes { numbers: &room, steps: [count * depth * line, depth * line, line] };
            // SAFETY: the caller's.
            unsafe { self.planes::<V>(block, [group, o, channels], [c, count], planes, side, weights) };
        }
    }

    /// The same for some input channels.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn planes<V: Vector>(
        &self,
        block: &Block,
        [group, o, channels]: [usize; 3],
        [c, inputs]: [usize; 2],
        planes: Planes<V::Number>,
        side: &Room<V::Number>,
        weights: &mut [V::Number],
    ) {
        let Convolution { outputs, rows, columns, .. } = self.0;
        let ([_, images], [_, lines], [_, width]) = (block.images, block.lines, block.width);
        let (places, taps) = (self.0.places(), self.0.taps());
        let Planes { numbers, steps: [to_image, to_plane, to_row] } = planes;
        let weights = &mut weights[(group * outputs + o) * taps..];
        let mut found = [V::Number::ZERO; ROWS * CHANNELS];
        // The rows of a tile are channels at one place, or the places of one channel, whichever are more.
        let across = inputs >= columns.kernel;
        let (many, few) = if across { (inputs, columns.kernel) } else { (columns.kernel, inputs) };
        for (ky, other) in (0..rows.kernel).flat_map(|ky| (0..few).map(move |other| (ky, other))) {
            for row in (0..many).step_by(ROWS) {
                let count = ROWS.min(many - row);
                let ([channel, next_channel], [kx, next_place]) =
                    if across { ([row, 1], [other, 0]) } else { ([other, 0], [row, 1]) };
                let terms = Terms {
                    counts: [images, lines, width],
                    steps: [
                        [to_image, lines * width * channels],
                        [rows.stride * to_row, width * channels],
                        [columns.stride, channels],
                    ]
                    .map(|steps| steps.map(usize::cast_signed)),
                    weights: numbers,
                    weight: [
                        channel * to_plane + ky * rows.dilation * to_row + kx * columns.dilation,
                        next_channel * to_plane + next_place * columns.dilation,
                    ],
                    numbers: side,
                    zeros: None,
                };
                let all = Lines { count: 1, len: channels, pitches: [channels; 2] };
                let mut target = Target { data: &mut found, pitch: channels, add: false };
                // SAFETY: the caller's.
                unsafe { sums::<V>(count, &terms, all, &mut target) };
                for (i, sums) in found.chunks_exact(channels).take(count).enumerate() {
                    let at = (c + channel + i * next_channel) * places + ky * columns.kernel + kx + i * next_place;
                    for (weight, &sum) in weights[at..].iter_mut().step_by(taps).zip(sums) {
                        *weight = *weight + sum;
                    }
                }
            }
        }
    }
}

/// Planes of the input, from what the first position meets first: how far it is to the next image, to the next plane, and to the next row.
#[derive(Clone, Copy)]
struct Planes<'a, T> {
    numbers: &'a [T],
    steps: [usize; 3],
}
