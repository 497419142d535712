//! Reductions: many positions map to one.
//!
//! A run that maps to a single number is folded in several lanes, which vectorises, and halves are folded separately
//! (pairwise), which keeps the rounding error of a long sum small. The order depends only on the length: results are
//! the same in debug and release builds and on every machine.

#![allow(unsafe_code, reason = "lengths are checked once, not for every run")]

use core::ops::Add;

use super::elementwise::{FEW, update, update2};
use super::level::{self, Registers, Task};
use super::wide::{Sum, add_to, as_wide};
use super::{Plan, SMALL_CODE, WriteMode, rolled};
use crate::scalar::Element;

/// Numbers folded side by side: more if they are short, so that no step waits for the previous one.
const LANES: usize = 32;
const LANES_OF_LONG: usize = 16;
/// Numbers folded in one block; longer runs are folded by halves.
const BLOCK: usize = 256;

/// Folds `values` with an associative, commutative `f` for which `start` is neutral.
#[inline]
pub(super) fn fold_run<T: Copy>(values: &[T], start: T, f: impl Fn(T, T) -> T + Copy) -> T {
    if values.len() <= BLOCK {
        return fold_block(values, start, f);
    }
    let half = (values.len() / 2).next_multiple_of(BLOCK).min(values.len());
    let (head, tail) = values.split_at(half);
    f(fold_run(head, start, f), fold_run(tail, start, f))
}

/// [`fold_run`] for a run that is too short for rounding errors to accumulate.
#[inline(always)]
fn fold_block<T: Copy>(values: &[T], start: T, f: impl Fn(T, T) -> T + Copy) -> T {
    if const { size_of::<T>() <= 4 } {
        fold_lanes::<LANES, T>(values, start, f)
    } else {
        fold_lanes::<LANES_OF_LONG, T>(values, start, f)
    }
}

/// [`fold_block`] in this many lanes, a power of two.
#[inline(always)]
fn fold_lanes<const LANES: usize, T: Copy>(values: &[T], start: T, f: impl Fn(T, T) -> T + Copy) -> T {
    let (chunks, rest) = values.as_chunks::<LANES>();
    let rest = rest.iter().fold(start, |sum, &x| f(sum, x));
    if chunks.is_empty() {
        return rest;
    }
    let mut lanes = [start; LANES];
    if const { SMALL_CODE } {
        // The same sums, and not a loop that is unrolled for all lanes.
        for (i, &x) in chunks.as_flattened().iter().enumerate() {
            rolled();
            lanes[i % LANES] = f(lanes[i % LANES], x);
        }
        for lane in (1..LANES).rev() {
            rolled();
            let onto = lane - (1 << lane.ilog2());
            lanes[onto % LANES] = f(lanes[onto % LANES], lanes[lane]);
        }
        return f(lanes[0], rest);
    }
    for chunk in chunks {
        for (lane, &x) in lanes.iter_mut().zip(chunk) {
            *lane = f(*lane, x);
        }
    }
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] = f(lanes[lane], lanes[lane + width]);
        }
        width /= 2;
    }
    f(lanes[0], rest)
}

/// Folds `src` onto `dst` over the plan `[src, dst]`; `start` maps the number in `dst` to a neutral one.
#[inline(always)]
pub(crate) fn fold<T: Copy>(
    plan: &Plan<2>,
    src: &[T],
    dst: &mut [T],
    start: impl Fn(T) -> T,
    f: impl Fn(T, T) -> T + Copy,
) {
    fold_runs(plan, src, dst, |d, src| *d = f(*d, fold_run(src, start(*d), f)), |d, x| *d = f(*d, x));
}

/// `dst += src`, summed onto `dst`, over the plan `[src, dst]`.
#[inline(always)]
pub(crate) fn accumulate<A: Sum, U: Element<Accumulator = A>, D: Element<Accumulator = A>>(
    plan: &Plan<2>,
    src: &[U],
    dst: &mut [D],
) {
    fold_runs(plan, src, dst, |d, src| add_to(d, sum_run(src)), |d, x| add_to(d, x.widen()));
}

/// Folds each run of `src` that maps to one number with `fold`, and the numbers of each other one with `meet`.
#[inline(always)]
fn fold_runs<U: Copy, D>(
    plan: &Plan<2>,
    src: &[U],
    dst: &mut [D],
    fold: impl Fn(&mut D, &[U]),
    meet: impl Fn(&mut D, U),
) {
    // A constant, and a condition that holds, in the functions that call it.
    plan.check([src.len(), dst.len()]);
    // SAFETY: it was checked.
    unsafe { fold_checked_runs(plan, src, dst, fold, meet) };
}

/// [`fold_runs`], where nothing is left that could panic.
///
/// # Safety
/// The lengths were checked.
#[inline]
unsafe fn fold_checked_runs<U: Copy, D>(
    plan: &Plan<2>,
    src: &[U],
    dst: &mut [D],
    fold: impl Fn(&mut D, &[U]),
    meet: impl Fn(&mut D, U),
) {
    plan.each_run(|[s, d]| {
        // SAFETY: the caller has checked the lengths.
        let (src, dst) = unsafe { (plan.part(0, src, s), plan.part_mut(1, dst, d)) };
        if plan.step(1) == 0 {
            // It is one number.
            for d in dst {
                fold(d, src);
            }
        } else {
            for (d, x) in dst.iter_mut().zip(src) {
                rolled();
                meet(d, *x);
            }
        }
    });
}

/// The sum of a run.
#[inline(always)]
fn sum_run<A: Sum, U: Element<Accumulator = A>>(values: &[U]) -> A {
    match as_wide(values) {
        Some(values) => fold_run(values, A::ZERO, |a, b| a + b),
        None => sum_computed(values.len(), |from, block| U::widen_all(&values[from..][..block.len()], block)),
    }
}

/// The sum of numbers of which there are few.
#[inline(always)]
pub(crate) fn sum_of<T: Element + Add<Output = T>>(values: &[T]) -> T {
    fold_block(values, T::ZERO, |a, b| a + b)
}

/// The sum of `n` numbers that `compute(from, block)` writes, block by block.
#[inline(always)]
pub(crate) fn sum_computed<T: Sum>(n: usize, compute: impl Fn(usize, &mut [T])) -> T {
    let mut block = [T::ZERO; 64];
    let mut sum = T::ZERO;
    let mut from = 0;
    while from < n {
        let len = (n - from).min(block.len());
        compute(from, &mut block[..len]);
        sum = sum + fold_run(&block[..len], T::ZERO, |a, b| a + b);
        from += len;
    }
    sum
}

/// `dst += f(a, b)`, summed onto `dst`, over the plan `[a, b, dst]`. It may overwrite `dst` if no two numbers are added
/// to the same place.
#[inline]
pub(crate) fn zip_put<A: Sum, U: Element<Accumulator = A>, W: Element<Accumulator = A>, D: Element<Accumulator = A>>(
    plan: &Plan<3>,
    a: &[U],
    b: &[W],
    dst: &mut [D],
    how: WriteMode,
    f: impl Fn(A, A) -> A,
) {
    if a.len().max(b.len()) < FEW {
        zip_put_runs(plan, a, b, dst, how, f);
    } else {
        level::run(ZipPut { plan, how, f }, a, b, dst);
    }
}

#[inline(always)]
fn zip_put_runs<A: Sum, U: Element<Accumulator = A>, W: Element<Accumulator = A>, D: Element<Accumulator = A>>(
    plan: &Plan<3>,
    a: &[U],
    b: &[W],
    dst: &mut [D],
    how: WriteMode,
    f: impl Fn(A, A) -> A,
) {
    let (step_a, step_b) = (plan.step(0), plan.step(1));
    plan.check([a.len(), b.len(), dst.len()]);
    plan.each_run(|[x, y, d]| {
        // SAFETY: the lengths were checked.
        let (a, b, dst) = unsafe { (plan.part(0, a, x), plan.part(1, b, y), plan.part_mut(2, dst, d)) };
        if plan.step(2) == 0 {
            let sum = sum_computed(plan.run(), |from, block| {
                let (a, b) = ((&a[from * step_a..], step_a), (&b[from * step_b..], step_b));
                update2(block, a, b, |o, x, y| *o = f(x.widen(), y.widen()));
            });
            how.ready(dst);
            for d in dst {
                add_to(d, sum);
            }
        } else {
            let (a, b) = ((a, step_a), (b, step_b));
            match how {
                WriteMode::Accumulate => update2(dst, a, b, |o, x, y| add_to(o, f(x.widen(), y.widen()))),
                WriteMode::Overwrite => update2(dst, a, b, |o, x, y| *o = D::rounded(f(x.widen(), y.widen()))),
            }
        }
    });
}

/// [`zip_put`] for [`level::run`].
struct ZipPut<'p, F> {
    plan: &'p Plan<3>,
    how: WriteMode,
    f: F,
}

impl<A: Sum, U, W, D, F: Fn(A, A) -> A> Task<&[U], &[W], &mut [D]> for ZipPut<'_, F>
where
    U: Element<Accumulator = A>,
    W: Element<Accumulator = A>,
    D: Element<Accumulator = A>,
{
    type Output = ();
    #[inline(always)]
    unsafe fn run<L: Registers>(self, a: &[U], b: &[W], dst: &mut [D]) {
        zip_put_runs(self.plan, a, b, dst, self.how, self.f);
    }
}

/// Numbers computed in one go by [`zip3_put`].
pub(super) const CHUNK: usize = 64;

/// `dst += f(a, b, c)`, summed onto `dst`, over the plan `[a, b, c, dst]`. It may overwrite `dst` if no two numbers are
/// added to the same place.
///
/// The three operands are aligned chunk by chunk, so that each `f` compiles only one loop over three slices.
#[inline]
pub(crate) fn zip3_put<A: Sum, U, V, W, D>(
    plan: &Plan<4>,
    operands: (&[U], &[V], &[W]),
    dst: &mut [D],
    how: WriteMode,
    f: impl Fn(A, A, A) -> A,
) where
    U: Element<Accumulator = A>,
    V: Element<Accumulator = A>,
    W: Element<Accumulator = A>,
    D: Element<Accumulator = A>,
{
    put_chunks(plan, operands, dst, how, &|out, [a, b, c]| {
        for (((o, &x), &y), &z) in out.iter_mut().zip(a).zip(b).zip(c) {
            *o = f(x, y, z);
        }
    });
}

/// Writes a chunk computed from three others.
type Compute<'f, T> = dyn Fn(&mut [T], [&[T]; 3]) + 'f;

/// [`zip3_put`] of what `compute` writes to a chunk.
fn put_chunks<A: Sum, U, V, W, D>(
    plan: &Plan<4>,
    (a, b, c): (&[U], &[V], &[W]),
    dst: &mut [D],
    how: WriteMode,
    compute: &Compute<'_, A>,
) where
    U: Element<Accumulator = A>,
    V: Element<Accumulator = A>,
    W: Element<Accumulator = A>,
    D: Element<Accumulator = A>,
{
    let mut chunks = [[A::ZERO; CHUNK]; 4];
    let [out, chunk_a, chunk_b, chunk_c] = &mut chunks;
    plan.each_run(|[x, y, z, d]| {
        let mut from = 0;
        while from < plan.run() {
            let len = (plan.run() - from).min(CHUNK);
            let a = stretch(&a[x..], plan.step(0), from, &mut chunk_a[..len]);
            let b = stretch(&b[y..], plan.step(1), from, &mut chunk_b[..len]);
            let c = stretch(&c[z..], plan.step(2), from, &mut chunk_c[..len]);
            let out = &mut out[..len];
            compute(out, [a, b, c]);
            if plan.step(3) == 0 && plan.run() > 1 {
                add_to(&mut dst[d], fold_run(out, A::ZERO, |a, b| a + b));
            } else {
                let dst = &mut dst[d + from..][..len];
                how.ready(dst);
                update(dst, (out, 1), add_to);
            }
            from += len;
        }
    });
}

/// The numbers from `from` on. They are in `chunk` if they must be widened or the operand is constant, which repeats
/// its first number.
#[inline(always)]
pub(super) fn stretch<'a, A: Sum, T: Element<Accumulator = A>>(
    values: &'a [T],
    step: usize,
    from: usize,
    chunk: &'a mut [A],
) -> &'a [A] {
    if step == 0 {
        chunk.fill(values[0].widen());
        return chunk;
    }
    let values = &values[from..][..chunk.len()];
    if let Some(values) = as_wide(values) {
        return values;
    }
    T::widen_all(values, chunk);
    chunk
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::super::level::at;
    use super::super::level::tests::levels;
    use super::super::{MAX_RANK, Plan, WriteMode};
    use super::ZipPut;

    /// Two rows of every length, which come to places of their own, to the same ones, or to one number each.
    #[test]
    fn zip_put_is_the_same_at_every_level() {
        for n in 0..70 {
            for [row, step] in [[n, 1], [0, 1], [1, 0]] {
                let (mut dims, mut strides) = ([1; MAX_RANK], [[0; MAX_RANK]; 3]);
                (dims[MAX_RANK - 2], dims[MAX_RANK - 1]) = (2, n);
                for (strides, [row, step]) in strides.iter_mut().zip([[n, 1], [0, 0], [row, step]]) {
                    (strides[MAX_RANK - 2], strides[MAX_RANK - 1]) = (row, step);
                }
                let plan = Plan::new(dims, strides);
                let a: Vec<i32> = (0..2 * 70).map(|i| i * 37 % 101).collect();
                for how in
                    if row == 0 { &[WriteMode::Accumulate][..] } else { &[WriteMode::Accumulate, WriteMode::Overwrite] }
                {
                    let mut expected = [7; 2 * 70];
                    for i in 0..2 * n {
                        let place = &mut expected[i / n * row + i % n * step];
                        let is_first = *how == WriteMode::Overwrite && (step == 1 || i % n == 0);
                        *place = if is_first { 0 } else { *place } + a[i] - 5;
                    }
                    for level in levels() {
                        let mut found = [7; 2 * 70];
                        let task = ZipPut { plan: &plan, how: *how, f: |x: i32, y: i32| x - y };
                        at(level, task, &a[..], &[5][..], &mut found[..]);
                        assert!(found == expected, "{n} {row} {step} {how:?} {level:?}");
                    }
                }
            }
        }
    }
}
