//! What steps do to variables, as far as the reverse half has to do with it.

use std::collections::HashSet;

use super::operands;
use crate::ir::{Block, Captured, Header, Loop, Op, Operand, Place, Step, VarId};

/// What a step does to a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Touch {
    Read,
    /// It is added to.
    Sum,
    Other,
}

/// The variables that a block declares, with those of the blocks inside.
pub(super) fn declared(block: &Block, into: &mut HashSet<VarId>) {
    for step in &block.steps {
        into.extend(step.binds());
        if let Step::Loop(Loop { header: Header::Range { index, .. }, .. })
        | Step::Let { op: Op::Elements { index, .. }, .. } = step
        {
            into.insert(*index);
        }
        step.blocks().into_iter().for_each(|inner| declared(inner, into));
    }
}

/// All that a step does to variables, blocks inside included.
pub(crate) fn touches(step: &Step, found: &mut dyn FnMut(VarId, Touch)) {
    fn place(place: &Place, touch: Touch, found: &mut dyn FnMut(VarId, Touch)) {
        found(place.var, touch);
        place.indices().for_each(|var| found(var, Touch::Read));
    }
    fn operand(operand: &Operand, found: &mut dyn FnMut(VarId, Touch)) {
        match operand {
            Operand::Constant { .. } => {}
            Operand::Place(of) => place(of, Touch::Read, found),
            Operand::Lent(of) => place(of, Touch::Other, found),
        }
    }
    match step {
        Step::Verbatim { .. } | Step::Alias { .. } => {}
        Step::Let { op, .. } => {
            operands(op).into_iter().for_each(|of| operand(of, found));
            match op {
                Op::Reading { place: of, .. } => place(of, Touch::Other, found),
                Op::Call { either, .. } => either.iter().for_each(|either| found(either.copy, Touch::Read)),
                _ => {}
            }
        }
        Step::Declare { value, .. } => value.iter().for_each(|value| operand(value, found)),
        Step::Assign { place: of, value } => {
            place(of, Touch::Other, found);
            operand(value, found);
        }
        Step::Accumulate { place: of, value, .. } => {
            place(of, Touch::Sum, found);
            operand(value, found);
        }
        Step::Rearrange { place: of, arguments, .. } => {
            place(of, Touch::Other, found);
            arguments.iter().for_each(|argument| operand(argument, found));
        }
        Step::Count { var, .. } => found(*var, Touch::Other),
        Step::Loop(Loop { header, .. }) => {
            if let Header::Range { from, to, .. } = header {
                operand(from, found);
                operand(to, found);
            }
        }
    }
    // What changes in what is run again, its body says.
    let captures = step.captures().iter();
    let read = captures.filter(|capture| matches!(capture.meaning, Captured::Kept | Captured::Part(_)));
    read.for_each(|capture| found(capture.var, Touch::Read));
    for block in step.blocks() {
        block.steps.iter().for_each(|step| touches(step, found));
        block.value.iter().for_each(|value| operand(value, found));
    }
}
