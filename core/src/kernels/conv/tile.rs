//! Tiles: sums of products for a few results, at the positions of a few registers, all in registers.

#![allow(unsafe_code, reason = "registers, and no check of bounds at every number")]

use core::array::from_fn;

use crate::kernels::vector::{Apart, Vector};
use crate::scalar::Element;

/// The sum for each result at each position: products of weights and numbers.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a, T> {
    /// One product for each value of three indices.
    pub(super) counts: [usize; 3],
    /// The steps of the weights and of the numbers along each index.
    pub(super) steps: [[isize; 2]; 3],
    pub(super) weights: &'a [T],
    /// The first weight of the first result, and the distance to that of the next result.
    pub(super) weight: [usize; 2],
    /// The numbers read at the first position, followed by at least as many as a register has.
    pub(super) numbers: &'a [T],
    pub(super) zeros: Option<Zeros>,
}

/// Terms that are zero: positions in row `r` of results `width` long meet, in term `i` along the last index, row `r + i * dilation` of the
/// numbers, of which only those from `rows[0]` to `rows[1]` are not zero.
#[derive(Clone, Copy)]
pub(super) struct Zeros {
    pub(super) width: usize,
    pub(super) dilation: usize,
    pub(super) rows: [usize; 2],
}

impl Zeros {
    /// The first of `count` terms that is not zero at one of some positions, and how many there are to the last.
    #[inline(always)]
    fn between(self, [first, last]: [usize; 2], count: usize) -> [usize; 2] {
        let Zeros { width, dilation, rows: [start, end] } = self;
        let start = start.saturating_sub(last / width).div_ceil(dilation);
        let end = end.saturating_sub(first / width).div_ceil(dilation).min(count);
        if start < end { [start, end - start] } else { [0, count] }
    }
}

/// The positions of the results: lines of positions, and their distances among the numbers and in a result.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    pub(super) count: usize,
    pub(super) len: usize,
    pub(super) pitches: [usize; 2],
}

/// The destination of the sums.
pub(super) struct Target<'a, T> {
    pub(super) data: &'a mut [T],
    /// From result to result.
    pub(super) pitch: usize,
    /// Whether they are added to the old results.
    pub(super) add: bool,
}

/// At most a register of neighbouring positions: their place among the numbers, and in a result.
#[derive(Clone, Copy)]
struct Positions {
    from: usize,
    to: usize,
    len: usize,
}

/// The rows and registers of the largest tile, whose sums and factors are all in registers.
const fn largest<V: Vector>() -> [usize; 2] {
    if size_of::<V>() == 64 { [8, 3] } else { [6, 2] }
}

/// The rows of the next tile, for this many remaining rows: enough that they need not wait for their sums, if possible.
const fn rows<V: Vector>(left: usize) -> usize {
    let [most, _] = largest::<V>();
    match left {
        few @ 0..=4 => few,
        5 => 3,
        6 => 6,
        7 => 4,
        8 if most == 6 => 4,
        _ => most,
    }
}

/// Sums for `results` results at all positions of `lines`.
///
/// # Panics
/// If a slice is too short, or there are no terms.
///
/// # Safety
/// The processor has such registers.
#[inline(always)]
pub(super) unsafe fn sums<V: Vector>(
    results: usize,
    terms: &Terms<V::Number>,
    lines: Lines,
    out: &mut Target<V::Number>,
) {
    // Without gaps between them, the lines are one line.
    let lines =
        if lines.pitches == [lines.len; 2] { Lines { count: 1, len: lines.count * lines.len, ..lines } } else { lines };
    let [_, most] = largest::<V>();
    let registers = lines.count * lines.len.div_ceil(V::LANES);
    // A single register would wait for its sums.
    let of_two =
        if registers % most == 1 && registers > 1 && most > 2 { 2 } else { usize::from(registers % most == 2) };
    let mut r = 0;
    while r < results {
        let rows = rows::<V>(results - r);
        let [first, next] = terms.weight;
        let terms = Terms { weight: [first + r * next, next], ..*terms };
        let mut at = Place { line: 0, x: 0 };
        for (wide, count) in
            [(most, (registers - 2 * of_two) / most), (2, of_two), (1, (registers - 2 * of_two) % most)]
        {
            if count == 0 {
                continue;
            }
            let out = Target { data: &mut out.data[r * out.pitch..], ..*out };
            macro_rules! tiles {
                ($($rows:literal $wide:literal)*) => {
                    match (rows, wide) {
                        // SAFETY: the caller's.
                        $(($rows, $wide) if const { $rows <= largest::<V>()[0] && $wide <= largest::<V>()[1] } => unsafe {
                            V::apart(Tiles::<_, $rows, $wide> { terms, lines, at: &mut at, count, out });
                        },)*
                        _ => unreachable!("a tile has a row and a register"),
                    }
                };
            }
            tiles!(8 3 8 2 8 1 6 3 6 2 6 1 4 3 4 2 4 1 3 3 3 2 3 1 2 3 2 2 2 1 1 3 1 2 1 1);
        }
        r += rows;
    }
}

/// A position: a line, and a place in it.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    x: usize,
}

/// This many tiles of `R` results and `W` registers, in a function of its own: a function with all tiles would not know
/// which registers are free.
struct Tiles<'a, 'b, T, const R: usize, const W: usize> {
    terms: Terms<'a, T>,
    lines: Lines,
    at: &'a mut Place,
    count: usize,
    out: Target<'b, T>,
}

impl<T, const R: usize, const W: usize> Tiles<'_, '_, T, R, W> {
    /// Asserts that the slices contain all that the tiles read and write, with registers of this many lanes.
    #[inline(always)]
    fn assert_inside(&self, lanes: usize) {
        let Tiles { terms: Terms { counts, steps, weights, weight: [first, next], numbers, .. }, lines, out, .. } =
            self;
        // The least and the largest index: where a step is negative it begins at the other end.
        let bounds = |which: usize| {
            let far = |i: usize| counts[i].checked_sub(1).expect("a sum has a term").cast_signed() * steps[i][which];
            (0..3).fold([0, 0], |[low, high], i| [low + far(i).min(0), high + far(i).max(0)])
        };
        let ([low, high], [low_number, high_number]) = (bounds(0), bounds(1));
        assert!(first.cast_signed() + low >= 0, "all weights are there");
        assert!(
            first.cast_signed() + high + ((R - 1) * next).cast_signed() < weights.len().cast_signed(),
            "all weights are there"
        );
        let last = (lines.count - 1) * lines.pitches[0] + lines.len.next_multiple_of(lanes);
        assert!(
            low_number >= 0 && high_number + last.cast_signed() <= numbers.len().cast_signed(),
            "all numbers are there"
        );
        assert!(
            (R - 1) * out.pitch + (lines.count - 1) * lines.pitches[1] + lines.len <= out.data.len(),
            "there is room"
        );
    }
}

impl<V: Vector, const R: usize, const W: usize> Apart<V> for Tiles<'_, '_, V::Number, R, W> {
    #[inline(always)]
    unsafe fn run(self) {
        self.assert_inside(V::LANES);
        let Tiles {
            terms: Terms { counts, steps, weights, weight: [first, next], numbers, zeros },
            lines,
            at,
            count,
            out,
        } = self;
        let to = out.data.as_mut_ptr();
        for _ in 0..count {
            let registers: [_; W] = from_fn(|_| {
                let Place { line, x } = *at;
                assert!(line < lines.count && x < lines.len, "a position");
                let end = x + V::LANES;
                *at = if end >= lines.len { Place { line: line + 1, x: 0 } } else { Place { line, x: end } };
                let [from, to] = lines.pitches.map(|pitch| line * pitch + x);
                Positions { from, to, len: V::LANES.min(lines.len - x) }
            });
            let [skipped, count] = zeros.map_or([0, counts[2]], |zeros| {
                let last = registers[W - 1];
                zeros.between([registers[0].to, last.to + last.len - 1], counts[2])
            });
            let [skipped_weights, skipped_numbers] = steps[2].map(|step| skipped.cast_signed() * step);
            // SAFETY: the registers are the caller's. The addresses that are read and written are inside what `assert_inside` asserts.
            unsafe {
                let mut sums = [[V::splat(V::Number::ZERO); W]; R];
                if out.add {
                    for (r, sums) in sums.iter_mut().enumerate() {
                        for (sum, at) in sums.iter_mut().zip(registers) {
                            let from = to.add(r * out.pitch + at.to);
                            *sum = if at.len == V::LANES { V::load(from) } else { V::load_first(from, at.len) };
                        }
                    }
                }
                let mut met =
                    registers.map(|at| numbers.as_ptr().wrapping_add(at.from).wrapping_offset(skipped_numbers));
                // Four results share an address.
                let mut weight: [_; 2] = from_fn(|group| {
                    weights.as_ptr().wrapping_add(first + 4 * group * next).wrapping_offset(skipped_weights)
                });
                for _ in 0..counts[0] {
                    let before = (weight, met);
                    for _ in 0..counts[1] {
                        let before = (weight, met);
                        for _ in 0..count {
                            let numbers = met.map(|met| V::load(met));
                            for (r, sums) in sums.iter_mut().enumerate() {
                                let weight = V::splat(*weight[r / 4].wrapping_add(r % 4 * next));
                                for (sum, number) in sums.iter_mut().zip(numbers) {
                                    *sum = sum.plus_product(weight, number);
                                }
                            }
                            weight = weight.map(|weight| weight.wrapping_offset(steps[2][0]));
                            met = met.map(|met| met.wrapping_offset(steps[2][1]));
                        }
                        weight = before.0.map(|weight| weight.wrapping_offset(steps[1][0]));
                        met = before.1.map(|met| met.wrapping_offset(steps[1][1]));
                    }
                    weight = before.0.map(|weight| weight.wrapping_offset(steps[0][0]));
                    met = before.1.map(|met| met.wrapping_offset(steps[0][1]));
                }
                for (r, sums) in sums.into_iter().enumerate() {
                    for (sum, at) in sums.into_iter().zip(registers) {
                        let to = to.add(r * out.pitch + at.to);
                        if at.len == V::LANES { sum.store(to) } else { sum.store_first(to, at.len) }
                    }
                }
            }
        }
    }
}
