//! Places of a source that mutants change.

use std::ops::Range;

/// A place of a source, as bytes, and what may stand there instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The bytes.
    pub range: Range<usize>,
    /// What the place is.
    pub kind: Kind,
    /// What may stand there.
    pub mutants: Vec<Change>,
}

/// What may stand in a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The text.
    pub text: String,
    /// Whether its parts stand where others stood, or some are missing: most of these have wrong types.
    pub moves: bool,
}

impl Change {
    /// A text of the same type, if operators are overloaded alike.
    pub fn of_type(text: impl Into<String>) -> Self {
        Self { text: text.into(), moves: false }
    }

    /// A text whose parts stand elsewhere.
    pub fn moved(text: impl Into<String>) -> Self {
        Self { text: text.into(), moves: true }
    }
}

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An expression: one of the texts stands there instead.
    Expression,
    /// A statement with its semicolon, which is left out.
    Statement,
    /// A question, which is answered so whatever is true.
    Answer(bool),
}
