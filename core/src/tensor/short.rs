//! Loops so short that a call takes longer than they do: they are written out where they stand.

use super::Shape;

/// The most numbers of such a loop.
const LONGEST: usize = 64;

/// Whether a loop over the numbers of `J` is one: its operands have as many numbers as they say, all of them or one, so that nothing
/// has to be walked.
pub(super) const fn is_short<J: Shape>(operands: &[usize]) -> bool {
    let mut i = 0;
    while i < operands.len() {
        if operands[i] != J::NUMEL && operands[i] != 1 {
            return false;
        }
        i += 1;
    }
    J::NUMEL <= LONGEST
}

/// The number of an operand that meets number `i`.
#[inline(always)]
pub(super) fn meets<T: Copy>(operand: &[T], i: usize) -> T {
    operand[if operand.len() == 1 { 0 } else { i }]
}
