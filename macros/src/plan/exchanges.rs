//! Calls by a name alone that may be of `swap`, `replace` or `take` of `std::mem`. What the name is imported from the macro does not see.

use crate::ir::{Op, Operand, Place};

/// A function of `std::mem`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Exchange {
    Swap,
    Replace,
    Take,
}

impl Exchange {
    /// The one that a call may be of, by its name and by its arguments.
    pub(crate) fn of(op: &Op) -> Option<Self> {
        let Op::Call { path, operands, perhaps_plain: false, .. } = op else { return None };
        let name = path.get_ident()?.to_string();
        match (name.as_str(), operands.as_slice()) {
            ("swap", [Operand::Lent(_), Operand::Lent(_)]) => Some(Self::Swap),
            (
                "replace",
                [
                    Operand::Lent(_),
                    Operand::Place(Place { is_ref: false, .. }) | Operand::Constant { is_ref: false, .. },
                ],
            ) => Some(Self::Replace),
            ("take", [Operand::Lent(_)]) => Some(Self::Take),
            _ => None,
        }
    }

    /// The stand-in for its companion, what claims that it is the one, and its name.
    pub(crate) fn names(self) -> [&'static str; 3] {
        match self {
            Self::Swap => ["Swap", "claimed_swap", "swap"],
            Self::Replace => ["Replace", "claimed_replace", "replace"],
            Self::Take => ["Take", "claimed_take", "take"],
        }
    }
}
