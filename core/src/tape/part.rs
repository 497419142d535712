//! Parts of a computation that are reversed as soon as they have run.
//!
//! An iteration that adds to a sum whose cotangent is known can be reversed at once: it stores nothing for later, and
//! the next iteration uses the same words of the tape. The same holds for a whole function if the cotangent of its
//! result is known before it runs.

use super::words::{Tape, TapeOverflow};

/// The words of a tape that a part uses for its own two sweeps.
#[derive(Debug)]
pub struct Part<'p>(&'p mut [u64]);

/// The result of the forward sweep of a part.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// Words that both its sweeps need.
    needed: usize,
    /// Words that it pushed, if there was enough memory.
    pushed: Option<usize>,
}

impl Left {
    /// Words for the reverse sweep to read; `None` if there was too little memory: the reverse sweep must then not run.
    #[inline(always)]
    #[must_use]
    pub fn pushed(&self) -> Option<usize> {
        self.pushed
    }
}

impl Part<'_> {
    /// A tape for the forward sweep.
    #[inline(always)]
    pub fn forward(&mut self) -> Tape<'_> {
        Tape::forward(self.0)
    }

    /// A tape for the reverse sweep over the `pushed` words of the forward sweep.
    #[inline(always)]
    pub fn reverse(&mut self, pushed: usize) -> Tape<'_> {
        Tape::reverse(self.0, pushed)
    }
}

#[doc(hidden)]
impl Tape<'_> {
    /// Forward sweep: the free words, for a part.
    #[inline(always)]
    pub fn part(&mut self) -> Part<'_> {
        Part(self.free())
    }

    /// Forward sweep: its result, at its end.
    #[inline(always)]
    #[must_use]
    pub fn left(&self) -> Left {
        let needed = self.words();
        Left { needed, pushed: self.stored().filter(|_| needed <= self.available()) }
    }

    /// Forward sweep: whether all that it has pushed fits, and `words` more will.
    #[inline(always)]
    #[must_use]
    pub fn suffices(&self, words: usize) -> bool {
        self.stored().is_some() && self.words().saturating_add(words) <= self.available()
    }

    /// Forward sweep: a part has run and returned its words.
    #[inline(always)]
    pub fn took(&mut self, part: Left) {
        self.peaks(part.needed);
    }
}

/// Runs both sweeps over `memory`.
///
/// # Errors
/// [`TapeOverflow`] when it is too small; some parts are then reversed, and others not.
#[inline(always)]
pub(super) fn sweep_whole<R>(memory: &mut [u64], sweeps: impl FnOnce(&mut Tape<'_>) -> R) -> Result<R, TapeOverflow> {
    let available = memory.len();
    let mut tape = Tape::forward(memory);
    let result = sweeps(&mut tape);
    let needed = tape.words();
    if needed <= available { Ok(result) } else { Err(TapeOverflow { needed, available }) }
}
