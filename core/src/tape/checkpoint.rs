//! Loops and blocks that recompute their values instead of storing them.
//!
//! The forward half of a `#[checkpoint]` loop stores its state, the variables that change, now and then, and counts the
//! words that its iterations would push. The reverse half takes the segments between two states backwards: it runs the
//! forward half of a segment again, on free words of the tape, and then its reverse half. A `#[checkpoint]` block is
//! one segment.
//!
//! With `n` iterations and a state every `√n` of them, this takes memory for `√n` states and `√n` iterations, and one
//! more forward sweep. Bisection (Griewank, "Achieving logarithmic growth of temporal and spatial complexity in reverse
//! automatic differentiation", 1992) takes memory for `log n` states, and `½ log n` more sweeps.

use core::mem;

use super::words::Tape;

/// The iterations of a segment if there is a state every `√n` of `n`.
#[must_use]
pub const fn root(n: usize) -> usize {
    let root = n.isqrt();
    let root = if root * root < n { root + 1 } else { root };
    if root == 0 { 1 } else { root }
}

/// The iterations of the smallest part of a bisection.
pub const LEAF: usize = 8;

/// The length of a segment that the user gave.
///
/// # Panics
/// When it is zero.
#[must_use]
#[track_caller]
pub const fn every(n: usize) -> usize {
    assert!(n != 0, "`#[checkpoint(every = 0)]`: a segment has at least one iteration");
    n
}

/// How many states a bisection of this many segments holds at a time.
#[must_use]
pub const fn states(segments: usize) -> usize {
    let (mut left, mut states) = (segments, if segments == 0 { 0 } else { 1 });
    while left > 1 {
        left -= half(left);
        states += 1;
    }
    states
}

/// Where a bisection divides a number of segments: the first part is at least as large as the second.
const fn half(segments: usize) -> usize {
    segments.div_ceil(2)
}

/// Counts the words that the iterations of a segment would push.
#[derive(Debug)]
pub struct Rehearsal {
    tape: Tape<'static>,
    most: usize,
}

impl Rehearsal {
    /// Nothing has been counted.
    #[inline(always)]
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it is a step of generated code")]
    pub fn new() -> Self {
        Self { tape: Tape::counting(), most: 0 }
    }

    /// A tape that counts and stores nothing.
    #[inline(always)]
    pub fn tape(&mut self) -> &mut Tape<'static> {
        &mut self.tape
    }

    /// Ends a segment.
    #[inline(always)]
    pub fn segment(&mut self) {
        self.most = self.most.max(mem::replace(&mut self.tape, Tape::counting()).words());
    }

    /// The words of the largest segment.
    #[inline(always)]
    #[must_use]
    pub fn words(mut self) -> usize {
        self.segment();
        self.most
    }
}

/// The words of the tape that are free during the reverse sweep.
#[derive(Debug)]
pub struct Spare<'s> {
    memory: &'s mut [u64],
    /// Words that hold states, at the end of the memory.
    held: usize,
    /// Words of one state.
    state: usize,
}

impl<'s> Spare<'s> {
    #[inline(always)]
    pub(super) fn new(memory: &'s mut [u64]) -> Self {
        Self { memory, held: 0, state: 0 }
    }

    /// A tape for a forward sweep over a segment, or for one more state.
    #[inline(always)]
    pub fn forward(&mut self) -> Tape<'_> {
        let free = self.memory.len() - self.held;
        Tape::forward(&mut self.memory[..free])
    }

    /// A tape for the reverse sweep over the `pushed` words of the forward sweep.
    #[inline(always)]
    pub fn reverse(&mut self, pushed: usize) -> Tape<'_> {
        let free = self.memory.len() - self.held;
        Tape::reverse(&mut self.memory[..free], pushed)
    }

    /// Holds the state that a forward sweep pushed.
    #[inline(always)]
    pub fn hold(&mut self, pushed: usize) {
        self.held += pushed;
        self.state = pushed;
    }

    /// A tape with the youngest state on top.
    #[inline(always)]
    pub fn state(&mut self) -> Tape<'_> {
        let end = self.memory.len() - self.held + self.state;
        Tape::reverse(&mut self.memory[..end], self.state)
    }

    /// Drops the youngest state.
    #[inline(always)]
    pub fn release(&mut self) {
        self.held -= self.state;
    }
}

/// The order of a bisection.
#[derive(Debug)]
pub struct Bisection {
    /// The iterations whose initial state is held, the youngest last.
    states: [usize; usize::BITS as usize],
    depth: usize,
    /// The iterations from this one on are done.
    end: usize,
}

/// The next action of a bisection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Run this many iterations from the youngest state, and hold the state there.
    Advance(usize, usize),
    /// Reverse the iterations from the youngest state on, then drop it: the first iteration, and their number.
    Reverse(usize, usize),
}

impl Bisection {
    /// All of `n` iterations, with the state before the first.
    #[must_use]
    pub fn new(n: usize) -> Self {
        Self { states: [0; usize::BITS as usize], depth: usize::from(n != 0), end: n }
    }
}

impl Iterator for Bisection {
    type Item = Next;

    fn next(&mut self) -> Option<Next> {
        let first = *self.states.get(self.depth.checked_sub(1)?)?;
        let segments = (self.end - first).div_ceil(LEAF);
        if segments > 1 {
            let many = half(segments) * LEAF;
            self.states[self.depth] = first + many;
            self.depth += 1;
            return Some(Next::Advance(first, many));
        }
        let many = mem::replace(&mut self.end, first) - first;
        self.depth -= 1;
        Some(Next::Reverse(first, many))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bisection_reverses_each_iteration_once_and_holds_as_many_states_as_it_says() {
        for n in 0..700 {
            let (mut end, mut held, mut most) = (n, usize::from(n != 0), usize::from(n != 0));
            for next in Bisection::new(n) {
                match next {
                    Next::Advance(first, many) => {
                        assert!(first + many < end && many % LEAF == 0);
                        held += 1;
                    }
                    Next::Reverse(first, many) => {
                        assert!(first + many == end && many <= LEAF && first % LEAF == 0);
                        end = first;
                        held -= 1;
                    }
                }
                most = most.max(held);
            }
            assert_eq!((end, held), (0, 0));
            assert_eq!(most, states(n.div_ceil(LEAF)), "{n}");
        }
    }

    #[test]
    fn a_segment_is_as_long_as_the_root() {
        assert_eq!([0, 1, 2, 3, 4, 5, 9, 10, 1000].map(root), [1, 1, 2, 2, 2, 3, 3, 4, 32]);
    }
}
