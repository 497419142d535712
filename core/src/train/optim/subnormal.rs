//! Averages of past gradients that decay to subnormal numbers when all further gradients are zero.
//!
//! Such an average never reaches zero, because a fraction of the smallest subnormal numbers rounds up again. Processors
//! take some hundred cycles for each operation on a subnormal number. A rectified unit that is never positive has zero
//! gradients in all its weights, so optimizers set state to zero as soon as it is no longer normal.

use crate::scalar::Real;

/// `x` if it is normal, infinite or NaN, else zero. A selection without a branch, so that loops over it vectorise.
#[inline(always)]
pub(super) fn or_zero<T: Real>(x: T) -> T {
    if x.abs() < T::MIN_POSITIVE { T::ZERO } else { x }
}
