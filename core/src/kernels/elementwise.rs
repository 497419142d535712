//! Elementwise loops over operands that broadcast.
//!
//! Within a run an operand either advances by one or is constant. Each combination is a loop of its own, so that every
//! one of them vectorises: equal shapes, a suffix such as a bias, a scalar, a column.

#![allow(unsafe_code, reason = "lengths are checked once, not for every run or number")]

use core::ops::Add;

use super::level::{self, Registers, Task};
use super::wide::{Sum, add_to};
use super::{Plan, SMALL_CODE, rolled};
use crate::scalar::Element;

/// `f(o, x)` for every `o` of `out`, where `x` advances through `a` or is always its first element.
#[inline(always)]
pub(super) fn update<V, T: Copy>(out: &mut [V], (a, step): (&[T], usize), f: impl Fn(&mut V, T)) {
    if step == 0 {
        let x = a[0];
        for o in out {
            rolled();
            f(o, x);
        }
    } else {
        let a = &a[..out.len()];
        for (o, &x) in out.iter_mut().zip(a) {
            rolled();
            f(o, x);
        }
    }
}

/// [`update`] with two operands.
#[inline(always)]
pub(super) fn update2<V, T: Copy, U: Copy>(
    out: &mut [V],
    (a, step_a): (&[T], usize),
    (b, step_b): (&[U], usize),
    f: impl Fn(&mut V, T, U),
) {
    if const { SMALL_CODE } {
        let Some(last) = out.len().checked_sub(1) else { return };
        let (a, b) = (&a[..=last * step_a], &b[..=last * step_b]);
        for (i, o) in out.iter_mut().enumerate() {
            rolled();
            // SAFETY: `i` is at most `last`.
            let (x, y) = unsafe { (*a.get_unchecked(i * step_a), *b.get_unchecked(i * step_b)) };
            f(o, x, y);
        }
    } else if step_b == 0 {
        let y = b[0];
        update(out, (a, step_a), |o, x| f(o, x, y));
    } else if step_a == 0 {
        let x = a[0];
        update(out, (b, step_b), |o, y| f(o, x, y));
    } else {
        let (a, b) = (&a[..out.len()], &b[..out.len()]);
        for ((o, &x), &y) in out.iter_mut().zip(a).zip(b) {
            f(o, x, y);
        }
    }
}

/// `out[j] = f(a[j])`.
#[inline]
pub(crate) fn map<T: Copy, U>(a: &[T], out: &mut [U], f: impl Fn(T) -> U) {
    update(out, (a, 1), |o, x| *o = f(x));
}

/// [`map`], computed in the accumulator.
#[inline]
pub(crate) fn map_wide<A: Sum, T: Element<Accumulator = A>>(a: &[T], out: &mut [T], f: impl Fn(A) -> A) {
    map(a, out, |x| T::rounded(f(x.widen())));
}

/// `dst[j] += src[j]`.
#[inline]
pub(crate) fn add<T: Copy + Add<Output = T>>(src: &[T], dst: &mut [T]) {
    update(dst, (src, 1), |d, x| *d = *d + x);
}

/// `(values[j], others[j]) = f(values[j])`, computed in the accumulator.
#[inline]
pub(crate) fn map_twice<A: Sum, T: Element<Accumulator = A>>(
    values: &mut [T],
    others: &mut [T],
    f: impl Fn(A) -> (A, A),
) {
    for (value, other) in values.iter_mut().zip(others) {
        let (first, second) = f(value.widen());
        (*value, *other) = (T::rounded(first), T::rounded(second));
    }
}

/// `out[j] = f(a[j], b[j])` over the plan `[out, a, b]`.
#[inline]
pub(crate) fn zip<T: Copy, U: Copy, V>(plan: &Plan<3>, a: &[T], b: &[U], out: &mut [V], f: impl Fn(T, U) -> V) {
    if out.len() < FEW { zip_runs(plan, a, b, out, f) } else { level::run(Zip { plan, f }, a, b, out) }
}

/// Up to this many numbers are processed before the code for wider registers is called.
pub(super) const FEW: usize = 64;

#[inline(always)]
fn zip_runs<T: Copy, U: Copy, V>(plan: &Plan<3>, a: &[T], b: &[U], out: &mut [V], f: impl Fn(T, U) -> V) {
    plan.check([out.len(), a.len(), b.len()]);
    plan.each_run(|[o, x, y]| {
        // SAFETY: the lengths were checked.
        let (out, a, b) = unsafe { (plan.part_mut(0, out, o), plan.part(1, a, x), plan.part(2, b, y)) };
        update2(out, (a, plan.step(1)), (b, plan.step(2)), |o, x, y| *o = f(x, y));
    });
}

/// [`zip`] for [`level::run`].
struct Zip<'p, F> {
    plan: &'p Plan<3>,
    f: F,
}

impl<T: Copy, U: Copy, V, F: Fn(T, U) -> V> Task<&[T], &[U], &mut [V]> for Zip<'_, F> {
    type Output = ();
    #[inline(always)]
    unsafe fn run<L: Registers>(self, a: &[T], b: &[U], out: &mut [V]) {
        zip_runs(self.plan, a, b, out, self.f);
    }
}

/// [`zip`], computed in the accumulator.
#[inline]
pub(crate) fn zip_wide<A: Sum, T: Element<Accumulator = A>>(
    plan: &Plan<3>,
    a: &[T],
    b: &[T],
    out: &mut [T],
    f: impl Fn(A, A) -> A,
) {
    zip(plan, a, b, out, |x, y| T::rounded(f(x.widen(), y.widen())));
}

/// `d[j..] += f(a[j..], b[j..])` for every three numbers, computed in the accumulator.
#[inline]
pub(crate) fn add_threes<A: Sum, T: Element<Accumulator = A>>(
    a: &[T],
    b: &[T],
    d: &mut [T],
    f: impl Fn([A; 3], [A; 3]) -> [A; 3],
) {
    for ((a, b), d) in a.as_chunks().0.iter().zip(b.as_chunks().0).zip(d.as_chunks_mut::<3>().0) {
        let sums = f(a.map(T::widen), b.map(T::widen));
        for (d, x) in d.iter_mut().zip(sums) {
            add_to(d, x);
        }
    }
}

/// `f(out[j], a[j])` over the plan `[out, a]`.
#[inline]
pub(crate) fn zip_assign<T: Copy, V>(plan: &Plan<2>, out: &mut [V], a: &[T], f: impl Fn(&mut V, T)) {
    plan.check([out.len(), a.len()]);
    plan.each_run(|[o, x]| {
        // SAFETY: the lengths were checked.
        let (out, a) = unsafe { (plan.part_mut(0, out, o), plan.part(1, a, x)) };
        update(out, (a, plan.step(1)), &f);
    });
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::super::level::at;
    use super::super::level::tests::levels;
    use super::super::{MAX_RANK, Plan};
    use super::Zip;

    /// Two rows of every length, of which each operand advances, or stands still, or is the same for both rows.
    #[test]
    fn zip_is_the_same_at_every_level() {
        for n in 0..70 {
            for [rows, steps] in [[n, n], [n, 0], [0, n], [0, 0]]
                .into_iter()
                .flat_map(|rows| [[rows, [1, 1]], [rows, [0, 1]], [rows, [1, 0]]])
            {
                let (mut dims, mut strides) = ([1; MAX_RANK], [[0; MAX_RANK]; 3]);
                (dims[MAX_RANK - 2], dims[MAX_RANK - 1]) = (2, n);
                for (strides, [row, step]) in strides.iter_mut().zip([[n, 1], [rows[0], steps[0]], [rows[1], steps[1]]])
                {
                    (strides[MAX_RANK - 2], strides[MAX_RANK - 1]) = (row, step);
                }
                let plan = Plan::new(dims, strides);
                let (a, b): (Vec<i32>, Vec<i32>) = (0..2 * 70).map(|i| (i * 37 % 101, i * i % 89)).unzip();
                for level in levels() {
                    let mut out = [0; 2 * 70];
                    at(level, Zip { plan: &plan, f: |x: i32, y: i32| 3 * x - y }, &a[..], &b[..], &mut out[..]);
                    for (i, out) in out.iter().enumerate().take(2 * n) {
                        let [x, y] = [0, 1].map(|operand| i / n * rows[operand] + i % n * steps[operand]);
                        assert_eq!(*out, 3 * a[x] - b[y], "{n} {rows:?} {steps:?} {level:?}");
                    }
                    assert_eq!(out[2 * n..], [0; 2 * 70][2 * n..]);
                }
            }
        }
    }
}
