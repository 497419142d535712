//! What an average of past gradients becomes when no gradient follows.
//!
//! It decays below the normal numbers and, because a fraction of the smallest subnormal ones rounds up again, never reaches zero.
//! Processors take some hundred cycles for each operation on such a number. A rectified unit that is never positive has such
//! gradients in all its weights, so optimizers set what they remember to zero as soon as it is no longer normal.

use crate::scalar::Real;

/// `x` if it is normal, infinite or NaN, else zero. A selection without a branch, so that loops over it vectorise.
#[inline(always)]
pub(super) fn or_zero<T: Real>(x: T) -> T {
    if x.abs() < T::MIN_POSITIVE { T::ZERO } else { x }
}
