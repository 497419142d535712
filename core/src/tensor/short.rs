//! Loops that are shorter than a call: they are unrolled in place. In small code they are loops of any
//! length.

use super::AnyShape;
use crate::kernels::{SMALL_CODE, rolled};

/// The largest number of iterations of such a loop.
const LONGEST: usize = if SMALL_CODE { usize::MAX } else { 64 };

/// Whether a loop over the numbers of `J` is short: each operand has all the numbers or one, so no strides are needed.
pub(super) const fn is_short<J: AnyShape>(operands: &[usize]) -> bool {
    let mut i = 0;
    while i < operands.len() {
        if operands[i] != J::ROW && operands[i] != 1 {
            return false;
        }
        i += 1;
    }
    J::STATIC && J::ROW <= LONGEST
}

/// The number of an operand for number `i`.
#[inline(always)]
pub(super) fn meets<T: Copy>(operand: &[T], i: usize) -> T {
    rolled();
    operand[if operand.len() == 1 { 0 } else { i }]
}
