//! Stage E: the mirror image of a block.
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
use syn::{BinOp, Expr, Ident};

use crate::classify::Facts;
use crate::ir::{Block, Function, Loop, Op, Operand, Place, Step, VarId};

/// Where the cotangent of an operand goes.
#[derive(Clone)]
pub(crate) enum Target<'f> {
    /// Nowhere: it is not wanted.
    Nowhere,
    /// To a variable or a part of one.
    Place(&'f Place),
    /// To a variable that a loop collects it in: `plan` decides that.
    Accumulator(Ident, Span),
    /// To one that another target of the same rule already borrows: by way of a temporary.
    AccumulatorAside(Ident, Span),
    /// The place itself is lent.
    Lent(&'f Place),
    /// To a place that another target of the same rule already borrows: by way of a temporary.
    Aside(&'f Place),
}

/// One step of the reverse half.
pub(crate) enum Mirror<'f> {
    Rule(RuleStep<'f>),
    /// Where a variable whose value changes is declared: its cotangent goes to the value it starts with.
    Declare {
        var: VarId,
        value: Target<'f>,
    },
    /// The cotangent of the place is taken out, and goes to the value. That of what was there before takes its place.
    Assign {
        place: &'f Place,
        value: Target<'f>,
        old: Option<VarId>,
    },
    /// The cotangent of the place stays, and goes to the value too.
    Accumulate {
        place: &'f Place,
        op: &'f BinOp,
        value: &'f Operand,
        /// If their types decide which rule it has.
        link: Option<usize>,
        target: Target<'f>,
    },
    /// The cotangents change places too, back.
    Rearrange {
        place: &'f Place,
        method: &'f Ident,
        arguments: &'f [Operand],
    },
    /// The cotangent of the new element is taken out, and goes to the value.
    Insert {
        place: &'f Place,
        at: Option<&'f Operand>,
        value: Target<'f>,
    },
    /// The counter goes back.
    Count {
        var: VarId,
        up: bool,
        again: &'f Expr,
    },
    Loop {
        looped: &'f Loop,
        body: MirrorBlock<'f>,
    },
}

/// A step with a rule, or with blocks.
pub(crate) struct RuleStep<'f> {
    /// The variable that the forward step bound.
    pub out: VarId,
    /// Whether its cotangent is the one that comes into the block.
    pub incoming: bool,
    pub op: &'f Op,
    /// A target for each operand of `op`, in order.
    pub targets: Vec<Target<'f>>,
    /// The inner blocks of `op`.
    pub blocks: Vec<MirrorBlock<'f>>,
    /// Whether it comes after the loop that it is in: `plan` decides that.
    pub is_after: bool,
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
    Mirrors::new(function, facts).block(&function.body)
}

/// Mirrors blocks and steps.
pub(crate) struct Mirrors<'f> {
    pub function: &'f Function,
    /// Variables whose cotangent is the one that comes into their block.
    pub incoming: HashSet<VarId>,
}

impl<'f> Mirrors<'f> {
    pub fn new(function: &'f Function, facts: &[Facts]) -> Self {
        let others = facts.iter().flat_map(|facts| facts.without_own.iter().copied());
        Self { function, incoming: others.filter(|var| !function.var(*var).changes()).collect() }
    }

    fn block(&self, block: &'f Block) -> MirrorBlock<'f> {
        let mirrored = block.steps.iter().rev().filter(|step| step.is_mirrored(&self.function.vars));
        MirrorBlock { block, value: self.value(block), steps: mirrored.filter_map(|step| self.mirror(step)).collect() }
    }

    pub fn value(&self, block: &'f Block) -> Option<Target<'f>> {
        match &block.value {
            Some(Operand::Place(place)) if !(place.path.is_empty() && self.incoming.contains(&place.var)) => {
                Some(self.target(place))
            }
            _ => None,
        }
    }

    pub fn mirror(&self, step: &'f Step) -> Option<Mirror<'f>> {
        Some(match step {
            Step::Verbatim { .. } | Step::Alias { .. } => return None,
            Step::Let { var, op, .. } => Mirror::Rule(self.rule(*var, op)),
            Step::Declare { var, value, .. } => Mirror::Declare {
                var: *var,
                value: value.as_ref().map_or(Target::Nowhere, |value| self.operand(value)),
            },
            Step::Assign { place, value, old } => Mirror::Assign { place, value: self.operand(value), old: *old },
            Step::Accumulate { place, op, value, link } => {
                Mirror::Accumulate { place, op, value, link: *link, target: self.operand(value) }
            }
            Step::Rearrange { place, method, arguments } => Mirror::Rearrange { place, method, arguments },
            Step::Insert { place, at, value } => Mirror::Insert { place, at: at.as_ref(), value: self.operand(value) },
            Step::Count { var, up, again, .. } => Mirror::Count { var: *var, up: *up, again },
            Step::Loop(looped) => Mirror::Loop { looped, body: self.block(&looped.body) },
        })
    }

    fn rule(&self, out: VarId, op: &'f Op) -> RuleStep<'f> {
        let blocks = match op {
            Op::If { then, otherwise, .. } => vec![self.block(then), self.block(otherwise)],
            Op::Match { arms, .. } => arms.iter().map(|arm| self.block(&arm.block)).collect(),
            Op::Scope(block) | Op::Checkpointed(block, _) | Op::Elements { block, .. } => vec![self.block(block)],
            _ => Vec::new(),
        };
        // Tuples, arrays and structs hand out one part after the other, so their targets never meet.
        let in_turn = matches!(op, Op::Tuple(_) | Op::Array(..) | Op::Struct { .. } | Op::Closure(_));
        let mut targets: Vec<Target<'f>> = Vec::new();
        for operand in op.operands() {
            let target = match operand {
                Operand::Place(place) if !in_turn && targets.iter().any(|other| other.borrows(place)) => {
                    match self.target(place) {
                        Target::Place(place) => Target::Aside(place),
                        target => target,
                    }
                }
                operand => self.operand(operand),
            };
            targets.push(target);
        }
        RuleStep { out, incoming: self.incoming.contains(&out), op, targets, blocks, is_after: false }
    }

    fn operand(&self, operand: &'f Operand) -> Target<'f> {
        match operand {
            Operand::Place(place) => self.target(place),
            Operand::Lent(place) => Target::Lent(place),
            Operand::Constant { .. } => Target::Nowhere,
        }
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
            Target::Accumulator(_, span) | Target::AccumulatorAside(_, span) => *span,
            Target::Place(place) | Target::Lent(place) | Target::Aside(place) => place.written.span(),
        }
    }

    /// Whether its cotangent may be a part of that of a place, or the other way around.
    pub(crate) fn borrows(&self, place: &Place) -> bool {
        matches!(self, Target::Place(other) if other.may_overlap(place))
    }
}
