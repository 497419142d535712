//! Stage D: the mirror image of a block.
//!
//! The steps in reverse order; each step that a derivative flows through becomes its rule, with a target for the cotangent of
//! every operand.
//!
//! ```text
//! // in
//! v0 = x * y
//! v1 = method v0.sin()
//! value v1
//! // out                      (the cotangent of v1 is the one that comes in)
//! rule sin: v0 -> v0_bar
//! rule mul: x -> x_bar, y -> y_bar
//! ```

use std::collections::HashSet;

use proc_macro2::Span;
use syn::spanned::Spanned;

use crate::classify::Facts;
use crate::ir::{Block, Function, Op, Operand, Place, Step, VarId};

/// Where the cotangent of an operand goes.
pub(crate) enum Target<'f> {
    /// Nowhere: it is not wanted.
    Nowhere,
    /// To a variable or a part of one.
    Place(&'f Place),
    /// To a place that another target of the same rule already borrows: by way of a temporary.
    Aside(&'f Place),
}

/// One step of the reverse half.
pub(crate) struct Mirror<'f> {
    /// The variable that the forward step bound.
    pub out: VarId,
    /// Whether its cotangent is the one that comes into the block.
    pub incoming: bool,
    pub op: &'f Op,
    /// A target for each operand of `op`, in order.
    pub targets: Vec<Target<'f>>,
    /// The inner blocks of `op`.
    pub blocks: Vec<MirrorBlock<'f>>,
}

/// A block backwards.
pub(crate) struct MirrorBlock<'f> {
    pub block: &'f Block,
    /// What the incoming cotangent is added to, unless a variable of the block takes it over.
    pub value: Option<Target<'f>>,
    pub steps: Vec<Mirror<'f>>,
}

/// Mirrors the body of a function.
pub(crate) fn differentiate<'f>(function: &'f Function, facts: &[Facts]) -> MirrorBlock<'f> {
    let incoming = facts.iter().flat_map(|facts| &facts.other).map(|kept| kept.var).collect();
    Mirrors { function, incoming }.block(&function.body)
}

struct Mirrors<'f> {
    function: &'f Function,
    /// Variables whose cotangent is the one that comes into their block.
    incoming: HashSet<VarId>,
}

impl<'f> Mirrors<'f> {
    fn block(&self, block: &'f Block) -> MirrorBlock<'f> {
        let value = match &block.value {
            Some(Operand::Place(place)) if !(place.path.is_empty() && self.incoming.contains(&place.var)) => {
                Some(self.target(place))
            }
            _ => None,
        };
        let steps = block.steps.iter().rev().filter_map(|step| match step {
            Step::Let { var, op, .. } if self.function.var(*var).active => Some(self.mirror(*var, op)),
            _ => None,
        });
        MirrorBlock { block, value, steps: steps.collect() }
    }

    fn mirror(&self, out: VarId, op: &'f Op) -> Mirror<'f> {
        let blocks = match op {
            Op::If { then, otherwise, .. } => vec![self.block(then), self.block(otherwise)],
            Op::Scope(block) => vec![self.block(block)],
            _ => Vec::new(),
        };
        // Tuples, arrays and structs hand out one part after the other, so their targets never meet.
        let in_turn = matches!(op, Op::Tuple(_) | Op::Array(_) | Op::Struct { .. });
        let mut targets: Vec<Target<'f>> = Vec::new();
        for operand in operands(op) {
            let target = match operand {
                Operand::Place(place) if !in_turn && targets.iter().any(|other| other.borrows(place)) => {
                    match self.target(place) {
                        Target::Place(place) => Target::Aside(place),
                        target => target,
                    }
                }
                Operand::Place(place) => self.target(place),
                Operand::Constant { .. } => Target::Nowhere,
            };
            targets.push(target);
        }
        Mirror { out, incoming: self.incoming.contains(&out), op, targets, blocks }
    }

    fn target(&self, place: &'f Place) -> Target<'f> {
        if self.function.takes_cotangent(place) { Target::Place(place) } else { Target::Nowhere }
    }
}

impl Target<'_> {
    /// Where the user wrote the operand.
    pub(crate) fn span(&self) -> Span {
        match self {
            Target::Nowhere => Span::call_site(),
            Target::Place(place) | Target::Aside(place) => place.written.span(),
        }
    }

    fn borrows(&self, place: &Place) -> bool {
        matches!(self, Target::Place(other) if other.may_overlap(place))
    }
}

/// The operands of an operation, in order.
pub(crate) fn operands(op: &Op) -> Vec<&Operand> {
    match op {
        Op::Inactive(_) | Op::If { .. } | Op::Scope(_) => Vec::new(),
        Op::Neg(_, a) | Op::Cast(a, _) => vec![a],
        Op::Binary(_, _, a, b) => vec![a, b],
        Op::Call { operands, .. } | Op::Tuple(operands) | Op::Array(operands) => operands.iter().collect(),
        Op::Method(method) => method.operands.iter().collect(),
        Op::Struct { fields, base, .. } => fields.iter().map(|(_, operand)| operand).chain(base).collect(),
    }
}
