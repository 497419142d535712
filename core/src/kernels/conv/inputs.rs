//! The cotangent of the input ([`Part::Input`](super::Part)).
//!
//! For each place in a row of the kernel, the cotangents of the output are summed over the other axes: over channels
//! and, if windows move by one row, over the rows of the kernel. These sums have rows as long as those of the output,
//! and are then added to the input positions that the place reads.

#![allow(unsafe_code, reason = "registers")]

use super::room::{Block, Copies, Room, Rows};
use super::tile::{Lines, Target, Terms, Zeros, sums};
use super::{Along, Convolution};
use crate::kernels::vector::Vector;
use crate::scalar::Element;

/// The most sums of a row of a tile in a block.
const SUMS: usize = 384;
/// The most rows that are summed at once.
const ROWS: usize = 8;

/// The sums, added to the input.
#[derive(Clone, Copy)]
pub(super) struct Inputs(Convolution);

impl Inputs {
    /// Whether the buffer is large enough for what a kernel reads.
    pub(super) fn of(plan: &Convolution) -> Option<Self> {
        let there = plan.taps() > 0 && plan.area() > 0;
        (there && Self::copies(plan).have_room()).then_some(Inputs(*plan))
    }

    /// The part of an output plane in the buffer.
    const fn copies(plan: &Convolution) -> Copies {
        let above = if plan.rows.stride == 1 { (plan.rows.kernel - 1) * plan.rows.dilation } else { 0 };
        Copies { count: 1, above, beside: 0 }
    }

    /// All sums.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    pub(super) unsafe fn all<V: Vector>(&self, output: &[V::Number], weights: &[V::Number], input: &mut [V::Number]) {
        let Convolution { images, groups, inputs, outputs, rows, columns } = self.0;
        let (plane, area, copies) = (rows.input * columns.input, self.0.area(), Self::copies(&self.0));
        let mut room: Room<V::Number> = [V::Number::ZERO; _];
        let mut found = [V::Number::ZERO; ROWS * SUMS];
        // Rows of the output as they are.
        let as_it_is = Along { input: columns.output, stride: 1, padding: 0, ..columns };
        for image in 0..images * groups {
            let weights = &weights[image % groups * outputs * self.0.taps()..];
            let (output, input) = (&output[image * outputs * area..], &mut input[image * inputs * plane..]);
            // The sums have the rows of the input, or those of the output.
            let (height, padding) = if rows.stride == 1 { (rows.input, rows.padding) } else { (rows.output, 0) };
            for block in copies.blocks([outputs, height, columns.output], SUMS) {
                let ([o, planes], [y, lines]) = (block.planes, block.lines);
                let (first, count) = (y + padding, lines + copies.above);
                let there = Rows { first, step: 1, count, above: copies.above, height: rows.output };
                let mut at = 0;
                for o in o..o + planes {
                    let [x, width] = block.width;
                    // SAFETY: the caller's.
                    at += unsafe { as_it_is.meets::<V>(&output[o * area..], there, [0, x], width, &mut room[at..]) };
                }
                // SAFETY: the caller's.
                unsafe { self.block::<V>(&block, &room, weights, &mut found, input) };
            }
        }
    }

    /// The sums over the planes of a block, for its rows.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn block<V: Vector>(
        &self,
        block: &Block,
        room: &Room<V::Number>,
        weights: &[V::Number],
        found: &mut [V::Number; ROWS * SUMS],
        input: &mut [V::Number],
    ) {
        let Convolution { inputs, rows, columns, .. } = self.0;
        let (places, taps, above) = (self.0.places(), self.0.taps(), Self::copies(&self.0).above);
        let ([o, planes], [y, lines], [x, width]) = (block.planes, block.lines, block.width);
        let (step, plane) = (rows.dilation * width, (lines + above) * width);
        // The first row of the room is so many rows above the output, or in it.
        let meets = |row: usize| (row + above).saturating_sub(y + rows.padding);
        // The rows of the kernel that are summed here, and the others.
        let (summed, apart) = if rows.stride == 1 { (rows.kernel, 1) } else { (1, rows.kernel) };
        let zeros = Zeros { width, dilation: rows.dilation, rows: [meets(0), meets(rows.output)] };
        // The rows of a tile are channels at one place, or the places of one channel, whichever are more.
        let across = inputs >= columns.kernel;
        let (many, few) = if across { (inputs, columns.kernel) } else { (columns.kernel, inputs) };
        for (ky, other) in (0..apart).flat_map(|ky| (0..few).map(move |other| (ky, other))) {
            for row in (0..many).step_by(ROWS) {
                let count = ROWS.min(many - row);
                let ([c, next_c], [kx, next_kx]) = if across { ([row, 1], [other, 0]) } else { ([other, 0], [row, 1]) };
                // The last row of the kernel comes first.
                let weight = (o * taps) + c * places + (ky + summed - 1) * columns.kernel + kx;
                let terms = Terms {
                    counts: [1, planes, summed],
                    steps: [
                        [0, 0],
                        [taps.cast_signed(), plane.cast_signed()],
                        [-columns.kernel.cast_signed(), step.cast_signed()],
                    ],
                    weights,
                    weight: [weight, next_c * places + next_kx],
                    numbers: room,
                    zeros: (summed > 1).then_some(zeros),
                };
                let mut target = Target { data: found, pitch: lines * width, add: false };
                let all = Lines { count: lines, len: width, pitches: [width; 2] };
                // SAFETY: the caller's.
                unsafe { sums::<V>(count, &terms, all, &mut target) };
                for i in 0..count {
                    let sums = &found[i * lines * width..][..lines * width];
                    let (c, kx) = (c + i * next_c, kx + i * next_kx);
                    let input = &mut input[c * rows.input * columns.input..][..rows.input * columns.input];
                    // Where the lines are in the input: the first that are in it, and how far they are apart.
                    let start = if rows.stride == 1 { y + rows.padding } else { y * rows.stride + ky * rows.dilation };
                    let first = rows.padding.saturating_sub(start).div_ceil(rows.stride);
                    let start = (start + first * rows.stride).saturating_sub(rows.padding);
                    if first < lines && start < rows.input {
                        let input = &mut input[start * columns.input..];
                        // SAFETY: the caller's.
                        unsafe { columns.scatter::<V>(&sums[first * width..], [kx, x], width, rows.stride, input) };
                    }
                }
            }
        }
    }
}

impl Along {
    /// Adds lines of `len` numbers, from output position `first` on, to where place `k` of the kernel meets rows of the input, of which it meets
    /// each `step`-th.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn scatter<V: Vector>(
        &self,
        lines: &[V::Number],
        [k, first]: [usize; 2],
        len: usize,
        step: usize,
        rows: &mut [V::Number],
    ) {
        let inside = self.inside(k);
        let (start, end) = (inside.start.max(first), inside.end.min(first + len));
        if start >= end {
            return;
        }
        let from = start * self.stride + k * self.dilation - self.padding;
        let many = end - start;
        let pitch = step * self.input;
        if self.stride > 1 {
            for (line, row) in lines.chunks_exact(len).zip(rows.chunks_mut(pitch)) {
                let line = &line[start - first..][..many];
                row[from..].iter_mut().step_by(self.stride).zip(line).for_each(|(x, &c)| *x = *x + c);
            }
            return;
        }
        assert!(from + many <= self.input && start - first + many <= len, "the line is inside");
        assert!(rows.len().is_multiple_of(self.input), "rows are whole");
        // SAFETY: the registers are the caller's; lines and rows are as long as asserted.
        unsafe {
            let one = V::splat(V::Number::ONE);
            for line in 0..(lines.len() / len).min(rows.len().div_ceil(pitch)) {
                let (sums, to) =
                    (lines.as_ptr().add(line * len + start - first), rows.as_mut_ptr().add(line * pitch + from));
                let mut x = 0;
                while x + V::LANES <= many {
                    V::load(to.add(x)).plus_product(one, V::load(sums.add(x))).store(to.add(x));
                    x += V::LANES;
                }
                while x < many {
                    *to.add(x) = *to.add(x) + *sums.add(x);
                    x += 1;
                }
            }
        }
    }
}
