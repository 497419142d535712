//! Loops and blocks that compute their values again instead of keeping them.
//!
//! The forward half of a `#[checkpoint]` loop keeps what changes, now and then, and counts what its iterations would keep. The
//! reverse half goes segment by segment, backwards: it runs the forward half of a segment again, on words of the tape that nobody
//! used, and then its reverse half. A `#[checkpoint]` block is one segment.
//!
//! With `n` iterations and one state every `√n` of them this takes memory for `√n` states and `√n` iterations, and one forward
//! sweep more. By bisection (Griewank, "Achieving logarithmic growth of temporal and spatial complexity in reverse automatic
//! differentiation", 1992) it takes `log n` states and `½ log n` sweeps more.

use core::mem;

use super::words::Tape;

/// How many iterations a segment has if there is a state every `√n` of `n`.
#[must_use]
pub const fn root(n: usize) -> usize {
    let root = n.isqrt();
    let root = if root * root < n { root + 1 } else { root };
    if root == 0 { 1 } else { root }
}

/// How many iterations the smallest part of a bisection has.
pub const LEAF: usize = 8;

/// The length of a segment, as the user gives it.
///
/// # Panics
/// When it is zero.
#[must_use]
#[track_caller]
pub const fn every(n: usize) -> usize {
    assert!(n != 0, "`#[checkpoint(every = 0)]`: a segment has at least one iteration");
    n
}

/// How many states a bisection of so many segments holds at a time.
#[must_use]
pub const fn states(segments: usize) -> usize {
    let (mut left, mut states) = (segments, if segments == 0 { 0 } else { 1 });
    while left > 1 {
        left -= half(left);
        states += 1;
    }
    states
}

/// Where a number of segments is divided: the first part is not smaller.
const fn half(segments: usize) -> usize {
    segments.div_ceil(2)
}

/// Counts what the iterations of a segment would keep.
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

    /// A tape that keeps nothing.
    #[inline(always)]
    pub fn tape(&mut self) -> &mut Tape<'static> {
        &mut self.tape
    }

    /// A segment is at its end.
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
    /// Words that hold states, at the end.
    held: usize,
    /// Words of one of them.
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

    /// A tape for the reverse sweep over the `pushed` words that the forward sweep left.
    #[inline(always)]
    pub fn reverse(&mut self, pushed: usize) -> Tape<'_> {
        let free = self.memory.len() - self.held;
        Tape::reverse(&mut self.memory[..free], pushed)
    }

    /// Holds the state that a forward sweep left.
    #[inline(always)]
    pub fn hold(&mut self, pushed: usize) {
        self.held += pushed;
        self.state = pushed;
    }

    /// A tape with the youngest state on it.
    #[inline(always)]
    pub fn state(&mut self) -> Tape<'_> {
        let end = self.memory.len() - self.held + self.state;
        Tape::reverse(&mut self.memory[..end], self.state)
    }

    /// Forgets the youngest state.
    #[inline(always)]
    pub fn release(&mut self) {
        self.held -= self.state;
    }
}

/// The order of a bisection.
#[derive(Debug)]
pub struct Bisection {
    /// The iterations before which a state is held, the youngest last.
    states: [usize; usize::BITS as usize],
    depth: usize,
    /// The iterations from here on are done.
    end: usize,
}

/// What a bisection does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It goes from the youngest state as many iterations on, and holds the state there.
    Advance(usize, usize),
    /// It reverses the iterations from the youngest state on, which it then forgets: the first, and how many.
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
