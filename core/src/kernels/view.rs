//! Reordered axes: reading and writing through strides.

use core::ops::Add;

use super::{Plan, WriteMode};

/// `dst[j] = src[j]` over the plan `[dst, src]`, where `dst` is contiguous and `src` has any strides.
#[inline]
pub(crate) fn gather<T: Copy>(plan: &Plan<2>, src: &[T], dst: &mut [T]) {
    let step = plan.step(1).max(1);
    plan.each_run(|[d, s]| {
        let dst = &mut dst[d..][..plan.run()];
        if step == 1 {
            dst.copy_from_slice(&src[s..][..plan.run()]);
        } else {
            let src = src[s..].iter().step_by(step);
            dst.iter_mut().zip(src).for_each(|(d, &x)| *d = x);
        }
    });
}

/// `dst[j] += src[j]`, or `=`, over the plan `[src, dst]`, where `src` is contiguous and `dst` has any strides.
#[inline]
pub(crate) fn scatter<T: Copy + Add<Output = T>>(plan: &Plan<2>, src: &[T], dst: &mut [T], how: WriteMode) {
    let step = plan.step(1).max(1);
    plan.each_run(|[s, d]| {
        let src = &src[s..][..plan.run()];
        match (step, how) {
            (1, WriteMode::Overwrite) => dst[d..][..plan.run()].copy_from_slice(src),
            (1, WriteMode::Accumulate) => {
                let dst = &mut dst[d..][..plan.run()];
                dst.iter_mut().zip(src).for_each(|(d, &x)| *d = *d + x);
            }
            (_, WriteMode::Overwrite) => dst[d..].iter_mut().step_by(step).zip(src).for_each(|(d, &x)| *d = x),
            (_, WriteMode::Accumulate) => dst[d..].iter_mut().step_by(step).zip(src).for_each(|(d, &x)| *d = *d + x),
        }
    });
}
