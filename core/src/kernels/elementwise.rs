//! Elementwise loops over operands that broadcast.
//!
//! Within a run an operand either advances by one or stands still, and each combination is a loop of its own, so that every
//! one of them vectorises: equal shapes, a suffix such as a bias, a scalar, a column.

use super::Plan;

/// `f(o, x)` for every `o` of `out`, where `x` advances through `a` or stays at its first element.
#[inline(always)]
pub(super) fn update<V, T: Copy>(out: &mut [V], (a, step): (&[T], usize), f: impl Fn(&mut V, T)) {
    if step == 0 {
        let x = a[0];
        for o in out {
            f(o, x);
        }
    } else {
        let a = &a[..out.len()];
        for (o, &x) in out.iter_mut().zip(a) {
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
    if step_b == 0 {
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

/// [`update`] with three operands.
#[inline(always)]
pub(super) fn update3<V, T: Copy>(
    out: &mut [V],
    (a, step_a): (&[T], usize),
    (b, step_b): (&[T], usize),
    (c, step_c): (&[T], usize),
    f: impl Fn(&mut V, T, T, T),
) {
    if step_c == 0 {
        let z = c[0];
        update2(out, (a, step_a), (b, step_b), |o, x, y| f(o, x, y, z));
    } else if step_b == 0 {
        let y = b[0];
        update2(out, (a, step_a), (c, step_c), |o, x, z| f(o, x, y, z));
    } else if step_a == 0 {
        let x = a[0];
        update2(out, (b, step_b), (c, step_c), |o, y, z| f(o, x, y, z));
    } else {
        let (a, b, c) = (&a[..out.len()], &b[..out.len()], &c[..out.len()]);
        for (((o, &x), &y), &z) in out.iter_mut().zip(a).zip(b).zip(c) {
            f(o, x, y, z);
        }
    }
}

/// `out[j] = f(a[j], b[j])` over the plan `[out, a, b]`.
#[inline]
pub(crate) fn zip<T: Copy, U: Copy, V>(plan: &Plan<3>, a: &[T], b: &[U], out: &mut [V], f: impl Fn(T, U) -> V) {
    plan.each_run(|[o, x, y]| {
        let out = &mut out[o..][..plan.run()];
        let (a, b) = ((&a[x..], plan.step(1)), (&b[y..], plan.step(2)));
        update2(out, a, b, |o, x, y| *o = f(x, y));
    });
}

/// `f(out[j], a[j])` over the plan `[out, a]`.
#[inline]
pub(crate) fn zip_assign<T: Copy, V>(plan: &Plan<2>, out: &mut [V], a: &[T], f: impl Fn(&mut V, T)) {
    plan.each_run(|[o, x]| update(&mut out[o..][..plan.run()], (&a[x..], plan.step(1)), &f));
}
