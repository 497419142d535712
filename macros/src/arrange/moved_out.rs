//! Which variables move where they are copied, because they get another value next: two buffers that change places.
//!
//! ```text
//! before = now;                     v0 = now;         // moves
//! now = after;                      before = v0;
//!                                   now = after;      // nothing was there
//! ```
//!
//! Between the two nothing names the variable, so backwards its cotangent is nothing there: it becomes that of the copy, and is not added
//! to zeros.

use std::collections::HashSet;

use proc_macro2::Ident;
use quote::ToTokens;

use crate::ir::{Block, Change, Function, Op, Operand, Place, Step, VarId, VarKind};
use crate::words::words;

/// Finds the copies. What is assigned to such a variable replaces nothing.
pub(super) fn move_out(function: &mut Function) {
    let mut moves = Moves::default();
    function.body.each_step(&mut |step| {
        if let Step::Alias { place, .. } = step {
            moves.aliased.insert(place.var);
        }
    });
    moves.of_block(function, &function.body);
    leave_nothing(&mut function.body, &moves.replaced);
    function.moved_out = moves.copies;
}

#[derive(Default)]
struct Moves {
    /// The variables that have other names.
    aliased: HashSet<VarId>,
    copies: HashSet<VarId>,
    /// What the assignments to variables that have moved would replace.
    replaced: HashSet<VarId>,
}

impl Moves {
    fn of_block(&mut self, function: &Function, block: &Block) {
        for (at, step) in block.steps.iter().enumerate() {
            if let Some((copy, var)) = copied(function, step).filter(|(_, var)| !self.aliased.contains(var))
                && let Some(old) = replaced(&block.steps[at + 1..], var, &function.var(var).name)
            {
                self.copies.insert(copy);
                self.replaced.insert(old);
            }
            // A closure borrows what is outside of it, and what is run again starts with all variables.
            let is_apart = match step {
                Step::Let { op: Op::Elements { .. } | Op::Checkpointed(..), .. } => true,
                Step::Loop(looped) => looped.checkpoint.is_some(),
                _ => false,
            };
            if !is_apart {
                step.blocks().into_iter().for_each(|inner| self.of_block(function, inner));
            }
        }
    }
}

/// The copy of a whole variable, and the variable.
fn copied(function: &Function, step: &Step) -> Option<(VarId, VarId)> {
    let Step::Let { var: copy, op: Op::Load(Operand::Place(place)), .. } = step else { return None };
    let (of_copy, of) = (function.var(*copy), function.var(place.var));
    let is_variable = of.kind == VarKind::Local && of.change == Change::Some && of.active && of_copy.active;
    let has_one_name = [of_copy, of].iter().all(|var| !var.shadowed && var.reference.is_none());
    (is_whole(place) && is_variable && has_one_name).then_some((*copy, place.var))
}

/// What the next assignment to a variable replaces, if nothing before it names the variable.
fn replaced(steps: &[Step], var: VarId, name: &Ident) -> Option<VarId> {
    let is_named = |tokens: &dyn ToTokens| words(tokens.to_token_stream()).contains(name);
    let uses = |operand: &Operand| match operand {
        Operand::Place(place) | Operand::Lent(place) if place.var == var => true,
        operand => is_named(operand.written()),
    };
    for step in steps {
        match step {
            Step::Assign { place, value, old } if place.var == var => {
                return old.filter(|_| is_whole(place) && !uses(value));
            }
            Step::Assign { place, value, .. } if is_whole(place) && !uses(value) => {}
            Step::Declare { value: Some(value), .. } if !uses(value) => {}
            Step::Let { op: Op::Reading { place, receiver, .. }, .. }
                if place.var != var && !is_named(&place.written) && !receiver.iter().any(|receiver| uses(receiver)) => {
            }
            Step::Let { op, .. } if computes(op) && !op.operands().into_iter().any(uses) => {}
            Step::Verbatim { tokens, .. } if !is_named(tokens) => {}
            Step::Alias { pattern, place } if place.var != var && !is_named(pattern) && !is_named(&place.written) => {}
            _ => return None,
        }
    }
    None
}

/// Whether an expression consists of its operands.
fn computes(op: &Op) -> bool {
    matches!(op, Op::Load(_) | Op::Neg(..) | Op::Binary(..) | Op::Call { .. } | Op::Method(_))
}

fn is_whole(place: &Place) -> bool {
    place.path.is_empty() && !place.is_ref
}

fn leave_nothing(block: &mut Block, replaced: &HashSet<VarId>) {
    for step in &mut block.steps {
        if let Step::Assign { old, .. } = step {
            *old = old.filter(|old| !replaced.contains(old));
        }
        step.blocks_mut().into_iter().for_each(|inner| leave_nothing(inner, replaced));
    }
}
