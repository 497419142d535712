//! The tape size of a part of a function, as a constant.
//!
//! Words that stay on the tape add up. Words that the reverse half needs only while it reverses a part (because the
//! part runs again) are free when the next part is reversed, so only the largest number counts.

use super::words::entry_words;
use super::{UNBOUNDED, checkpoint};

/// Words that stay, and words that are needed for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TapeSize {
    kept: usize,
    spare: usize,
}

impl TapeSize {
    /// No words.
    pub const ZERO: Self = Self::kept(0);
    /// What the forward half [tells](super::tell).
    pub const TOLD: Self = Self::kept(entry_words(1));
    /// A size that is not known before the program runs.
    pub const UNBOUNDED: Self = Self::kept(UNBOUNDED);
    /// The same where functions call each other recursively: nothing more is added to it.
    pub const ENDLESS: Self = Self::kept(usize::MAX);

    /// Words that stay.
    #[must_use]
    pub const fn kept(words: usize) -> Self {
        Self { kept: words, spare: 0 }
    }

    /// A part that runs again, with words that stay for that.
    #[must_use]
    pub const fn recomputed(state: usize, part: Self) -> Self {
        Self { kept: state, spare: part.words() }
    }

    /// One part after the other.
    #[must_use]
    pub const fn sum(parts: &[Self]) -> Self {
        let mut sum = Self::ZERO;
        let mut i = 0;
        while i < parts.len() {
            let spare = if parts[i].spare > sum.spare { parts[i].spare } else { sum.spare };
            sum = Self { kept: sum.kept.saturating_add(parts[i].kept), spare };
            i += 1;
        }
        sum
    }

    /// One part or the other.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            kept: if self.kept > other.kept { self.kept } else { other.kept },
            spare: if self.spare > other.spare { self.spare } else { other.spare },
        }
    }

    /// A part that is repeated.
    #[must_use]
    pub const fn times(self, times: usize) -> Self {
        if times == 0 { Self::ZERO } else { Self { kept: self.kept.saturating_mul(times), spare: self.spare } }
    }

    /// A part that is repeated, each time in the same words.
    #[must_use]
    pub const fn in_turn(self, times: usize) -> Self {
        if times == 0 { Self::ZERO } else { self }
    }

    /// A loop of `n` iterations that runs again in segments of `length`, where a state takes `state` words.
    #[must_use]
    pub const fn segments(self, n: usize, length: usize, state: usize) -> Self {
        if n >= UNBOUNDED {
            return Self::UNBOUNDED;
        }
        let longest = if n < length { n } else { length };
        Self::recomputed(n.div_ceil(length).saturating_mul(state), self.times(longest))
    }

    /// The same by bisection.
    #[must_use]
    pub const fn bisection(self, n: usize, state: usize) -> Self {
        if n >= UNBOUNDED {
            return Self::UNBOUNDED;
        }
        if n == 0 {
            return Self::ZERO;
        }
        let longest = if n < checkpoint::LEAF { n } else { checkpoint::LEAF };
        let states = checkpoint::states(n.div_ceil(checkpoint::LEAF)).saturating_mul(state);
        Self { kept: state, spare: self.times(longest).words().saturating_add(states) }
    }

    /// Whether functions call each other recursively.
    #[must_use]
    pub const fn is_endless(self) -> bool {
        self.kept == usize::MAX
    }

    /// All of them.
    #[must_use]
    pub const fn words(self) -> usize {
        self.kept.saturating_add(self.spare)
    }
}

/// The kind of sweeps that a size is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sweeps {
    /// One half after the other.
    Apart,
    /// Both at once, part by part, where the function can.
    Whole,
    /// The same, from the first loop on that is reversed as it runs.
    Rest,
    /// One half after the other, with tangents: no part runs again.
    WithTangents,
}

impl Sweeps {
    /// Words that stay, without tangents or with them.
    #[must_use]
    pub const fn kept(self, plain: usize, with_tangents: usize) -> TapeSize {
        TapeSize::kept(if self.run_again() { plain } else { with_tangents })
    }

    /// A part that runs again, if it does.
    #[must_use]
    pub const fn recomputed(self, state: usize, part: TapeSize) -> TapeSize {
        if self.run_again() { TapeSize::recomputed(state, part) } else { part }
    }

    /// Whether `#[checkpoint]` parts run again.
    #[must_use]
    pub const fn run_again(self) -> bool {
        !matches!(self, Self::WithTangents)
    }

    /// Whether both halves run at once.
    #[must_use]
    pub const fn are_one(self) -> bool {
        matches!(self, Self::Whole | Self::Rest)
    }

    /// What is pushed before the first loop that is reversed as it runs.
    #[must_use]
    pub const fn ahead(self, size: TapeSize) -> TapeSize {
        if matches!(self, Self::Rest) { TapeSize::ZERO } else { size }
    }

    /// The sweeps of a function that is called: its halves run apart.
    #[must_use]
    pub const fn of_called(self) -> Self {
        match self {
            Self::Whole | Self::Rest => Self::Apart,
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_again_shares_its_room() {
        let part = TapeSize::recomputed(2, TapeSize::kept(10));
        assert_eq!(part.words(), 12);
        assert_eq!(part.times(100).words(), 210);
        assert_eq!(part.times(0), TapeSize::ZERO);
        assert_eq!((part.in_turn(100), part.in_turn(0)), (part, TapeSize::ZERO));
        assert_eq!(
            TapeSize::sum(&[part, TapeSize::kept(3), TapeSize::recomputed(1, TapeSize::kept(20))]).words(),
            2 + 3 + 1 + 20
        );
        assert_eq!(part.or(TapeSize::kept(7)), TapeSize { kept: 7, spare: 10 });
        assert_eq!(TapeSize::kept(3).segments(100, 10, 5).words(), 10 * 5 + 10 * 3);
        assert_eq!(TapeSize::kept(3).bisection(0, 5), TapeSize::ZERO);
        assert_eq!(TapeSize::kept(3).segments(UNBOUNDED, 10, 5), TapeSize::UNBOUNDED);
        assert!(TapeSize::sum(&[part, TapeSize::UNBOUNDED]).words() >= UNBOUNDED);
    }
}
