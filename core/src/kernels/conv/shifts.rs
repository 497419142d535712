//! The cotangent of the weights ([`Part::Weights`](super::Part)) if windows move by one and there is no padding: the contribution to a
//! place of a kernel is the sum of the products of the output and of the input shifted to that place, row by row.

#![allow(unsafe_code, reason = "registers")]

use super::Convolution;
use crate::kernels::Number;
use crate::kernels::vector::Vector;
use crate::scalar::Element;

/// The most places of a row of a kernel that are summed at once.
const PLACES: usize = 5;
/// The most results.
const RESULTS: usize = 4;

/// Sums over the rows of planes, for the weights of this convolution.
#[derive(Clone, Copy)]
pub(super) struct Shifts(Convolution);

/// Planes of several images: from image to image, and from row to row.
#[derive(Clone, Copy)]
struct Planes<'a, T> {
    numbers: &'a [T],
    image: usize,
    row: usize,
}

impl Shifts {
    /// Whether windows move by one, without padding.
    pub(super) fn of(plan: &Convolution) -> Option<Self> {
        let &Convolution { images, rows, columns, .. } = plan;
        let bare = [rows, columns].iter().all(|along| along.stride == 1 && along.dilation == 1 && along.padding == 0);
        (bare && images > 0 && plan.taps() > 0 && plan.area() > 0).then_some(Shifts(*plan))
    }

    /// All sums, added to `weights`.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    pub(super) unsafe fn all<V: Vector>(&self, input: &[V::Number], output: &[V::Number], weights: &mut [V::Number]) {
        let Convolution { groups, inputs, rows, columns, .. } = self.0;
        let plane = rows.input * columns.input;
        for group in 0..groups {
            let numbers = &input[group * inputs * plane..];
            let planes = Planes { numbers, image: groups * inputs * plane, row: columns.input };
            // SAFETY: the caller's.
            unsafe { self.group::<V>(group, planes, output, weights) };
        }
    }

    /// The sums of a group.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn group<V: Vector>(
        &self,
        group: usize,
        input: Planes<V::Number>,
        output: &[V::Number],
        weights: &mut [V::Number],
    ) {
        let Convolution { images, groups, inputs, outputs, rows, columns } = self.0;
        let (area, places) = (rows.output * columns.output, rows.kernel * columns.kernel);
        let tile = Tile { width: columns.output, lines: rows.output, images };
        let mut o = 0;
        while o < outputs {
            let numbers = &output[(group * outputs + o) * area..];
            let output = Planes { numbers, image: groups * outputs * area, row: area };
            let mut count = 1;
            for (c, ky) in (0..inputs).flat_map(|c| (0..rows.kernel).map(move |ky| (c, ky))) {
                let mut kx = 0;
                while kx < columns.kernel {
                    let numbers = &input.numbers[(c * rows.input + ky) * columns.input + kx..];
                    let shifted = Planes { numbers, ..input };
                    let mut sums = [[V::Number::ZERO; PLACES]; RESULTS];
                    // SAFETY: the caller's.
                    let [results, width] =
                        unsafe { tile.any::<V>([outputs - o, columns.kernel - kx], shifted, output, &mut sums) };
                    for (r, sums) in sums[..results].iter().enumerate() {
                        let at = ((group * outputs + o + r) * inputs + c) * places + ky * columns.kernel + kx;
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

/// The rows of a plane of each image.
struct Tile {
    width: usize,
    lines: usize,
    images: usize,
}

impl Tile {
    /// The sums of as many results and places as fit; returns their numbers.
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
            for image in 0..images {
                let (mut x, mut y) = (
                    input.numbers.as_ptr().add(image * input.image),
                    output.numbers.as_ptr().add(image * output.image),
                );
                for _ in 0..lines {
                    let mut at = 0;
                    while at < width {
                        let left = width - at;
                        let mut met = [V::splat(V::Number::ZERO); R];
                        for (r, met) in met.iter_mut().enumerate() {
                            let y = y.add(r * output.row + at);
                            *met = if left >= V::LANES { V::load(y) } else { V::load_first(y, left) };
                        }
                        // One at a time, because there are not enough registers.
                        for p in 0..P {
                            let x = x.add(at + p);
                            let x = if left >= V::LANES { V::load(x) } else { V::load_first(x, left) };
                            for (sums, y) in sums.iter_mut().zip(met) {
                                sums[p] = sums[p].plus_product(x, y);
                            }
                        }
                        at += V::LANES;
                    }
                    (x, y) = (x.wrapping_add(input.row), y.wrapping_add(width));
                }
            }
            for (sums, out) in sums.into_iter().zip(out) {
                for (sum, out) in sums.into_iter().zip(out) {
                    let mut lanes = [V::Number::ZERO; 16];
                    sum.store(lanes.as_mut_ptr());
                    *out = total(lanes);
                }
            }
        }
    }
}

/// The sum of sixteen numbers, by halves, which are added in registers too.
#[inline(always)]
fn total<T: Number>(mut lanes: [T; 16]) -> T {
    let mut half = 8;
    while half > 0 {
        for i in 0..half {
            lanes[i] = lanes[i] + lanes[i + half];
        }
        half /= 2;
    }
    lanes[0]
}

/// The results of the largest tile: thirty-two registers of 512 bits hold the sums of four, sixteen others those of two.
const fn most_results<V: Vector>() -> usize {
    if size_of::<V>() == 64 { 4 } else { 2 }
}
