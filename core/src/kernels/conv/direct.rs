//! Windows that move by one over neighbouring numbers: nothing is gathered.
//!
//! The planes are copied once, with the zeros around them. There a tap of the kernel meets, at neighbouring positions, neighbouring
//! numbers, also from one row into the next; what is computed for the positions between two rows is dropped. The input
//! ([`Part::Input`]) is such a sum too: over the planes of the output, with the kernels turned round.

#![allow(unsafe_code, reason = "registers")]

use super::columns::{add, copy};
use super::{Along, Convolution, Part};
use crate::kernels::Number;
use crate::kernels::level::{Level, Registers, Task};
use crate::kernels::vector::Vector;
use crate::real::Element;

/// Numbers of planes that are worked on at a time: they fit the first-level cache.
const ROOM: usize = 6144;
/// Planes of which parts are summed at once, if there is room.
const PLANES: usize = 16;
/// Rows that are worked on at once, if there is room: each time, a kernel less one more are copied.
const LINES: usize = 8;
/// The registers of a tile side by side. With as many rows as [`most_rows`] says its sums, and what is multiplied, are all in registers.
const WIDE: usize = 3;
/// The most numbers of a tile.
const TILE: usize = 8 * WIDE * 16;

/// One of the two axes.
#[derive(Clone, Copy)]
struct Axis {
    input: usize,
    /// The zeros on either side.
    padding: usize,
    kernel: usize,
    output: usize,
}

impl Axis {
    /// The length of the input with its zeros.
    const fn padded(self) -> usize {
        self.input + 2 * self.padding
    }
}

/// Sums over windows: for each group so many planes become so many others.
#[derive(Clone, Copy)]
pub(super) struct Direct {
    images: usize,
    groups: usize,
    from: usize,
    to: usize,
    rows: Axis,
    columns: Axis,
    /// The weights from plane to plane that is summed, and from result to result.
    steps: [usize; 2],
    /// Whether the last place of a kernel comes first.
    turned: bool,
}

impl Direct {
    /// The part as such sums, if it is worth it.
    pub(super) fn new(plan: &Convolution, part: Part) -> Option<Self> {
        // A kernel of one place is a product of matrices as it is. In debug builds all tiles would be on the stack at once.
        let work = plan.images * plan.groups * plan.outputs * plan.area() * plan.taps();
        let worth = !cfg!(debug_assertions) && Level::best() > Level::Portable && plan.places() > 1 && work >= 4096;
        if worth { Self::of(plan, part) } else { None }
    }

    /// The part as such sums, if it is one.
    pub(super) fn of(plan: &Convolution, part: Part) -> Option<Self> {
        let &Convolution { images, groups, inputs, outputs, rows, columns } = plan;
        let turned = part == Part::Input;
        let axis = |Along { input, kernel, output, stride, padding, dilation }: Along| {
            let around = kernel.checked_sub(1 + padding);
            let axis = match around {
                Some(padding) if turned => Axis { input: output, padding, kernel, output: input },
                None if turned => return None,
                _ => Axis { input, padding, kernel, output },
            };
            (stride == 1 && dilation == 1 && kernel > 0 && axis.output > 0).then_some(axis)
        };
        let (rows, columns) = (axis(rows)?, axis(columns)?);
        let (from, to, steps) = match part {
            Part::Weights => return None,
            Part::Output => (inputs, outputs, [plan.places(), plan.taps()]),
            Part::Input => (outputs, inputs, [plan.taps(), plan.places()]),
        };
        let fits = rows.kernel * columns.padded() <= ROOM;
        fits.then_some(Direct { images, groups, from, to, rows, columns, steps, turned })
    }

    /// How many planes, and how many rows of results, are worked on at once.
    fn parts(&self) -> [usize; 2] {
        let lines = |planes: usize| (ROOM / (planes * self.columns.padded())).saturating_sub(self.rows.kernel - 1);
        let mut planes = self.from.clamp(1, PLANES);
        while planes > 1 && lines(planes) < self.rows.output.min(LINES) {
            planes = planes.div_ceil(2);
        }
        [planes, lines(planes).min(self.rows.output)]
    }

    /// Copies planes from `first` on, the rows that results from row `y` on need. Zeros beside them are there from the start; rows of
    /// zeros are written if these lines have not always been such.
    #[inline(always)]
    fn copy<T: Number>(&self, source: &[T], first: usize, [y, depth]: [usize; 2], room: &mut [T]) {
        let (rows, columns) = (self.rows, self.columns);
        let (pitch, moves) = (columns.padded(), depth < rows.padded());
        for (plane, room) in room.chunks_exact_mut(depth * pitch).enumerate() {
            let plane = &source[(first + plane) * rows.input * columns.input..];
            for (row, line) in room.chunks_exact_mut(pitch).enumerate() {
                let line = &mut line[columns.padding..][..columns.input];
                match (y + row).checked_sub(rows.padding).filter(|row| *row < rows.input) {
                    Some(row) => copy(&plane[row * columns.input..][..columns.input], line),
                    None if moves => line.fill(T::ZERO),
                    None => {}
                }
            }
        }
    }

    /// All sums, added to `out`.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn all<V: Vector>(&self, source: &[V::Number], weights: &[V::Number], out: &mut [V::Number]) {
        let &Direct { images, groups, from, to, rows, columns, steps, .. } = self;
        let zero = V::Number::ZERO;
        // Behind the planes there is as much as a tile may read too much.
        let (mut room, mut sums) = ([zero; ROOM + WIDE * 16], [zero; TILE]);
        let [planes, lines] = self.parts();
        let (pitch, area) = (columns.padded(), rows.output * columns.output);
        let places = rows.kernel * columns.kernel;
        for image in 0..images * groups {
            for y in (0..rows.output).step_by(lines) {
                let lines = lines.min(rows.output - y);
                let (depth, positions) = (lines + rows.kernel - 1, (lines - 1) * pitch + columns.output);
                for c in (0..from).step_by(planes) {
                    let planes = planes.min(from - c);
                    self.copy(source, image * from + c, [y, depth], &mut room[..planes * depth * pitch]);
                    let mut o = 0;
                    while o < to {
                        let at = (image % groups) * from * to * places + c * steps[0] + o * steps[1];
                        let weights = &weights[at..];
                        let mut count = 0;
                        for p in (0..positions).step_by(WIDE * V::LANES) {
                            let len = (WIDE * V::LANES).min(positions - p);
                            // SAFETY: the registers are the caller's; the tile is told how long all is.
                            let wide = unsafe {
                                let tile = Tile { direct: self, planes, plane: depth * pitch, rest: to - o };
                                let (rows, wide) = tile.any::<V>(&room[p..], weights, len, &mut sums);
                                count = rows;
                                wide
                            };
                            for (r, sums) in sums.chunks_exact(wide).take(count).enumerate() {
                                let out = &mut out[(image * to + o + r) * area + y * columns.output..];
                                self.drop_between(p, &sums[..len], out);
                            }
                        }
                        o += count;
                    }
                }
            }
        }
    }

    /// Adds the sums at position `p` and behind to rows of results; those between two rows are none.
    #[inline(always)]
    fn drop_between<T: Number>(&self, p: usize, sums: &[T], out: &mut [T]) {
        let (pitch, width) = (self.columns.padded(), self.columns.output);
        if pitch == width {
            return add(sums, &mut out[p..][..sums.len()]);
        }
        let (mut row, mut x, mut at) = (p / pitch, p % pitch, 0);
        while at < sums.len() {
            if x < width {
                let len = (width - x).min(sums.len() - at);
                add(&sums[at..][..len], &mut out[row * width + x..][..len]);
            }
            at += pitch - x;
            (row, x) = (row + 1, 0);
        }
    }
}

/// Some neighbouring positions of some results.
struct Tile<'a> {
    direct: &'a Direct,
    /// The planes that are summed.
    planes: usize,
    /// The numbers of each.
    plane: usize,
    /// The results that are left.
    rest: usize,
}

impl Tile<'_> {
    /// The largest tile that fits: its rows, and the numbers of each.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn any<V: Vector>(
        &self,
        room: &[V::Number],
        weights: &[V::Number],
        len: usize,
        sums: &mut [V::Number; TILE],
    ) -> (usize, usize) {
        macro_rules! tiles {
            ($($rows:literal $wide:literal)*) => {
                match (self.rest, len.div_ceil(V::LANES)) {
                    // SAFETY: the caller's.
                    $((rest, wide) if const { $rows <= most_rows::<V>() } && rest >= $rows && wide == $wide => unsafe {
                        self.sums::<V, $rows, $wide>(room, weights, sums);
                        ($rows, $wide * V::LANES)
                    },)*
                    _ => unreachable!("a tile has a row and a register, and at most three"),
                }
            };
        }
        tiles!(8 3 8 2 8 1 4 3 4 2 4 1 2 3 2 2 2 1 1 3 1 2 1 1)
    }

    /// The sums of `R` results at the positions of `W` registers.
    ///
    /// # Safety
    /// The processor has such registers.
    #[inline(always)]
    unsafe fn sums<V: Vector, const R: usize, const W: usize>(
        &self,
        room: &[V::Number],
        weights: &[V::Number],
        out: &mut [V::Number; TILE],
    ) {
        let Direct { rows, columns, steps, turned, .. } = *self.direct;
        let (pitch, places) = (columns.padded(), rows.kernel * columns.kernel);
        let last = (self.planes - 1) * self.plane + (rows.kernel - 1) * pitch + columns.kernel - 1;
        assert!(last + W * V::LANES <= room.len() && R * W * V::LANES <= TILE, "a tile reads and writes inside");
        assert!((self.planes - 1) * steps[0] + (R - 1) * steps[1] + places <= weights.len(), "all weights are there");
        // SAFETY: the registers are the caller's. The addresses that are read are those of `room` up to `last` and a tile more, and of
        // `weights` up to the last place of the last kernel; those written are the first of `out`: all asserted above.
        unsafe {
            let mut sums = [[V::splat(V::Number::ZERO); W]; R];
            for c in 0..self.planes {
                let mut place = if turned { places - 1 } else { 0 };
                for ky in 0..rows.kernel {
                    for kx in 0..columns.kernel {
                        let from = room.as_ptr().add(c * self.plane + ky * pitch + kx);
                        let mut met = [V::splat(V::Number::ZERO); W];
                        for (i, met) in met.iter_mut().enumerate() {
                            *met = V::load(from.add(i * V::LANES));
                        }
                        let weight = weights.as_ptr().add(c * steps[0] + place);
                        for (r, sums) in sums.iter_mut().enumerate() {
                            let weight = V::splat(*weight.add(r * steps[1]));
                            for (sum, met) in sums.iter_mut().zip(met) {
                                *sum = sum.plus_product(weight, met);
                            }
                        }
                        place = if turned { place.wrapping_sub(1) } else { place + 1 };
                    }
                }
            }
            for (r, sums) in sums.into_iter().enumerate() {
                for (i, sum) in sums.into_iter().enumerate() {
                    sum.store(out.as_mut_ptr().add((r * W + i) * V::LANES));
                }
            }
        }
    }
}

/// The rows of the largest tile: thirty-two registers of 512 bits hold eight rows of three, sixteen others four.
const fn most_rows<V: Vector>() -> usize {
    if size_of::<V>() == 64 { 8 } else { 4 }
}

macro_rules! tasks {
    ($($t:ident $registers:ident)*) => {$(
        impl Task<&[$t], &[$t], &mut [$t]> for Direct {
            type Output = ();
            #[inline(always)]
            unsafe fn run<L: Registers>(self, source: &[$t], weights: &[$t], out: &mut [$t]) {
                // SAFETY: the caller's.
                unsafe { self.all::<L::$registers>(source, weights, out) }
            }
        }
    )*};
}
tasks!(f32 Single f64 Double);
