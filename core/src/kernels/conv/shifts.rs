//! The gradient of the weights where windows move by one: the weight at a place of a kernel is the sum of the products of the output and
//! of the input shifted to that place, row by row. Nothing is gathered; planes with zeros around them are copied once.

#![allow(unsafe_code, reason = "registers")]

use super::direct::{Direct, PLANES, ROOM};
use super::{Convolution, Part};
use crate::kernels::level::{self, Registers, Task};
use crate::kernels::vector::Vector;
use crate::real::Element;

/// The most places of a row of a kernel that are summed at once.
const PLACES: usize = 5;
/// The most results.
const RESULTS: usize = 4;

/// Sums over the rows of planes.
#[derive(Clone, Copy)]
pub(super) struct Shifts {
    /// The convolution that the weights belong to.
    value: Direct,
}

/// Planes of several images: from image to image, and from row to row.
#[derive(Clone, Copy)]
struct Planes<'a, T> {
    numbers: &'a [T],
    image: usize,
    row: usize,
}

impl Shifts {
    /// The gradient of the weights as such sums, if it is worth it.
    pub(super) fn new(plan: &Convolution) -> Option<Self> {
        Some(Shifts { value: Direct::new(plan, Part::Output)? })
    }

    /// The same, worth it or not.
    #[cfg(test)]
    pub(super) fn of(plan: &Convolution) -> Option<Self> {
        Some(Shifts { value: Direct::of(plan, Part::Output)? })
    }

    /// All sums, added to `weights`.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn all<V: Vector>(&self, input: &[V::Number], output: &[V::Number], weights: &mut [V::Number]) {
        let Direct { images, groups, from, rows, columns, .. } = self.value;
        if rows.padding == 0 && columns.padding == 0 {
            for group in 0..groups {
                let plane = rows.input * columns.input;
                let numbers = &input[group * from * plane..];
                let planes = Planes { numbers, image: groups * from * plane, row: columns.input };
                // SAFETY: the caller's.
                unsafe { self.group::<V>(planes, [0, images], [0, rows.output], [group, 0, from], output, weights) };
            }
            return;
        }
        let mut room = [V::Number::ZERO; ROOM];
        let [planes, lines] = self.value.parts();
        for (image, group) in (0..images).flat_map(|image| (0..groups).map(move |group| (image, group))) {
            for y in (0..rows.output).step_by(lines) {
                let lines = lines.min(rows.output - y);
                let depth = lines + rows.kernel - 1;
                for c in (0..from).step_by(planes.min(PLANES)) {
                    let planes = planes.min(from - c);
                    let room = &mut room[..planes * depth * columns.padded()];
                    self.value.copy(input, (image * groups + group) * from + c, [y, depth], room);
                    let numbers = Planes { numbers: &*room, image: 0, row: columns.padded() };
                    // SAFETY: the caller's.
                    unsafe { self.group::<V>(numbers, [image, 1], [y, lines], [group, c, planes], output, weights) };
                }
            }
        }
    }

    /// The sums of a group over some images and rows, for some planes of the input.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn group<V: Vector>(
        &self,
        input: Planes<V::Number>,
        [image, images]: [usize; 2],
        [y, lines]: [usize; 2],
        [group, c, planes]: [usize; 3],
        output: &[V::Number],
        weights: &mut [V::Number],
    ) {
        let Direct { groups, from, to, rows, columns, .. } = self.value;
        let (area, places) = (rows.output * columns.output, rows.kernel * columns.kernel);
        let plane = (lines + rows.kernel - 1) * input.row;
        let mut o = 0;
        while o < to {
            let at = (image * groups + group) * to + o;
            let output =
                Planes { numbers: &output[at * area + y * columns.output..], image: groups * to * area, row: area };
            let mut count = 1;
            for (i, ky) in (0..planes).flat_map(|i| (0..rows.kernel).map(move |ky| (i, ky))) {
                let mut kx = 0;
                while kx < columns.kernel {
                    let tile = Tile { width: columns.output, lines, images };
                    let shifted = Planes { numbers: &input.numbers[i * plane + ky * input.row + kx..], ..input };
                    let mut sums = [[V::Number::ZERO; PLACES]; RESULTS];
                    // SAFETY: the caller's.
                    let [results, width] =
                        unsafe { tile.any::<V>([to - o, columns.kernel - kx], shifted, output, &mut sums) };
                    for (r, sums) in sums[..results].iter().enumerate() {
                        let at = ((group * to + o + r) * from + c + i) * places + ky * columns.kernel + kx;
                        for (weight, &sum) in weights[at..][..width].iter_mut().zip(sums) {
                            *weight = *weight + sum;
                        }
                    }
                    (count, kx) = (results, kx + width);
                }
            }
            o += count;
        }
    }
}

/// Some rows of some images.
struct Tile {
    width: usize,
    lines: usize,
    images: usize,
}

impl Tile {
    /// The sums of as many results and places as fit: how many they are.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn any<V: Vector>(
        &self,
        [results, places]: [usize; 2],
        input: Planes<V::Number>,
        output: Planes<V::Number>,
        sums: &mut [[V::Number; PLACES]; RESULTS],
    ) -> [usize; 2] {
        macro_rules! tiles {
            ($($results:literal $places:literal)*) => {
                match (results, places.min(PLACES)) {
                    // SAFETY: the caller's.
                    $((all, $places) if const { $results <= most_results::<V>() } && all >= $results => unsafe {
                        self.sums::<V, $results, $places>(input, output, sums);
                        [$results, $places]
                    },)*
                    _ => unreachable!("a tile has a result and a place"),
                }
            };
        }
        tiles!(4 5 4 4 4 3 4 2 4 1 2 5 2 4 2 3 2 2 2 1 1 5 1 4 1 3 1 2 1 1)
    }

    /// The sums of `R` results and `P` neighbouring places.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn sums<V: Vector, const R: usize, const P: usize>(
        &self,
        input: Planes<V::Number>,
        output: Planes<V::Number>,
        out: &mut [[V::Number; PLACES]; RESULTS],
    ) {
        let &Tile { width, lines, images } = self;
        let (image, line) = (images - 1, lines - 1);
        assert!(image * input.image + line * input.row + width + P - 1 <= input.numbers.len(), "all places are there");
        let last = image * output.image + (R - 1) * output.row + line * width + width;
        assert!(last <= output.numbers.len(), "all results are there");
        // SAFETY: the registers are the caller's; of each row `width` numbers are read, in input and output up to the ends that are
        // asserted above: a register is full only if so many are left.
        unsafe {
            let mut sums = [[V::splat(V::Number::ZERO); P]; R];
            for (image, line) in (0..images).flat_map(|image| (0..lines).map(move |line| (image, line))) {
                let x = input.numbers.as_ptr().add(image * input.image + line * input.row);
                let y = output.numbers.as_ptr().add(image * output.image + line * width);
                for at in (0..width).step_by(V::LANES) {
                    let left = width - at;
                    let mut met = [V::splat(V::Number::ZERO); P];
                    for (p, met) in met.iter_mut().enumerate() {
                        let x = x.add(at + p);
                        *met = if left >= V::LANES { V::load(x) } else { V::load_first(x, left) };
                    }
                    for (r, sums) in sums.iter_mut().enumerate() {
                        let y = y.add(r * output.row + at);
                        let y = if left >= V::LANES { V::load(y) } else { V::load_first(y, left) };
                        for (sum, met) in sums.iter_mut().zip(met) {
                            *sum = sum.plus_product(y, met);
                        }
                    }
                }
            }
            for (sums, out) in sums.into_iter().zip(out) {
                for (sum, out) in sums.into_iter().zip(out) {
                    let mut lanes = [V::Number::ZERO; 16];
                    sum.store(lanes.as_mut_ptr());
                    *out = lanes[..V::LANES].iter().fold(V::Number::ZERO, |sum, &x| sum + x);
                }
            }
        }
    }
}

/// The results of the largest tile: thirty-two registers of 512 bits hold the sums of four, sixteen others those of two.
const fn most_results<V: Vector>() -> usize {
    if size_of::<V>() == 64 { 4 } else { 2 }
}

macro_rules! tasks {
    ($($t:ident $registers:ident)*) => {$(
        impl Task<&[$t], &[$t], &mut [$t]> for Shifts {
            type Output = ();
            #[inline(always)]
            unsafe fn run<L: Registers>(self, input: &[$t], output: &[$t], weights: &mut [$t]) {
                // SAFETY: the caller's.
                unsafe { self.all::<L::$registers>(input, output, weights) }
            }
        }
    )*};
}
tasks!(f32 Single f64 Double);

/// Adds the sums to `weights`.
pub(super) fn single(shifts: Shifts, (input, output): (&[f32], &[f32]), weights: &mut [f32]) {
    level::run(shifts, input, output, weights);
}

/// Adds the sums to `weights`.
pub(super) fn double(shifts: Shifts, (input, output): (&[f64], &[f64]), weights: &mut [f64]) {
    level::run(shifts, input, output, weights);
}
