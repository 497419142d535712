//! The convolution ([`Part::Output`](super::Part)).
//!
//! A register holds neighbouring positions of the output, one row after the other, without gaps. The input numbers that
//! a place of the kernel reads there are neighbours too: in the input itself, if rows of the output fill whole
//! registers; otherwise in copies of its planes, one for each place in a row of the kernel, shifted by that place, with
//! rows as long as those of the output. If windows move by more than one row, there is a copy for each place of the
//! kernel.

#![allow(unsafe_code, reason = "registers")]

use super::Convolution;
use super::room::{Block, Copies, Room, Rows};
use super::tile::{Lines, Target, Terms, sums};
use crate::kernels::vector::Vector;
use crate::scalar::Element;

/// The sums, added to the output.
#[derive(Clone, Copy)]
pub(super) struct Outputs(Convolution);

impl Outputs {
    /// Whether the buffer is large enough for what a kernel reads.
    pub(super) fn of(plan: &Convolution) -> Option<Self> {
        let there = plan.taps() > 0 && plan.area() > 0;
        let room = || [false, true].map(|one| Self::copies(plan, one)).iter().all(Copies::have_room);
        (there && room()).then_some(Outputs(*plan))
    }

    /// The contents of the buffer: copies of a plane, or one that serves all places in a row of the kernel.
    const fn copies(plan: &Convolution, one: bool) -> Copies {
        let Convolution { rows, columns, .. } = plan;
        let above = (rows.kernel - 1) * rows.dilation;
        match (rows.stride, one) {
            (1, true) => Copies { count: 1, above, beside: (columns.kernel - 1) * columns.dilation },
            (1, false) => Copies { count: columns.kernel, above, beside: 0 },
            _ => Copies { count: plan.places(), above: 0, beside: 0 },
        }
    }

    /// All sums.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    pub(super) unsafe fn all<V: Vector>(&self, input: &[V::Number], weights: &[V::Number], output: &mut [V::Number]) {
        let Convolution { images, groups, inputs, outputs, rows, columns } = self.0;
        let (plane, area) = (rows.input * columns.input, self.0.area());
        let whole = columns.output % V::LANES == 0 && columns.stride == 1 && rows.stride == 1;
        let copies = Self::copies(&self.0, whole);
        let mut room: Room<V::Number> = [V::Number::ZERO; _];
        for image in 0..images * groups {
            let weights = &weights[image % groups * outputs * self.0.taps()..];
            let (input, output) = (&input[image * inputs * plane..], &mut output[image * outputs * area..]);
            if whole && rows.padding == 0 && columns.padding == 0 {
                let all = Block { planes: [0, inputs], lines: [0, rows.output], width: [0, columns.output] };
                let steps = [plane, rows.dilation * columns.input, columns.dilation];
                // SAFETY: the caller's.
                unsafe { self.block::<V>(&all, input, steps, columns.input, weights, output) };
                continue;
            }
            for block in copies.blocks([inputs, rows.output, columns.output], usize::MAX) {
                let ([c, planes], [y, lines], [x, width]) = (block.planes, block.lines, block.width);
                let (depth, line) = (lines + copies.above, width + copies.beside);
                let mut at = 0;
                for (c, copy) in (c..c + planes).flat_map(|c| (0..copies.count).map(move |copy| (c, copy))) {
                    let (ky, kx) = (copy / columns.kernel, copy % columns.kernel);
                    let first = y * rows.stride + ky * rows.dilation;
                    let there =
                        Rows { first, step: rows.stride, count: depth, above: rows.padding, height: rows.input };
                    // SAFETY: the caller's.
                    at += unsafe { columns.meets::<V>(&input[c * plane..], there, [kx, x], line, &mut room[at..]) };
                }
                let copy = depth * line;
                let down = if rows.stride == 1 { rows.dilation * line } else { columns.kernel * copy };
                let steps = [copies.count * copy, down, if whole { columns.dilation } else { copy }];
                // SAFETY: the caller's.
                unsafe { self.block::<V>(&block, &room, steps, line, weights, output) };
            }
        }
    }

    /// The sums of a block: what its first position meets first is the first of `numbers`, and `line` is from line to line.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn block<V: Vector>(
        &self,
        block: &Block,
        numbers: &[V::Number],
        steps: [usize; 3],
        line: usize,
        weights: &[V::Number],
        output: &mut [V::Number],
    ) {
        let Convolution { outputs, rows, columns, .. } = self.0;
        let (places, taps) = (self.0.places(), self.0.taps());
        let terms = Terms {
            counts: [block.planes[1], rows.kernel, columns.kernel],
            steps: [[places, steps[0]], [columns.kernel, steps[1]], [1, steps[2]]]
                .map(|steps| steps.map(usize::cast_signed)),
            weights,
            weight: [block.planes[0] * places, taps],
            numbers,
            zeros: None,
        };
        let data = &mut output[block.lines[0] * columns.output + block.width[0]..];
        let mut target = Target { data, pitch: self.0.area(), add: true };
        let lines = Lines { count: block.lines[1], len: block.width[1], pitches: [line, columns.output] };
        // SAFETY: the caller's.
        unsafe { sums::<V>(outputs, &terms, lines, &mut target) };
    }
}
