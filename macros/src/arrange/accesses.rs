//! What steps do to variables, as far as the reverse half has to do with it.

use std::collections::HashSet;

use crate::ir::{Block, Capture, Captured, Header, Loop, Method, Op, Operand, Place, Step, VarId};

/// What a step does to a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    /// It is added to.
    Sum,
    Other,
}

/// The variables that a block declares, with those of the blocks inside.
pub(crate) fn declared(block: &Block, into: &mut HashSet<VarId>) {
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
pub(crate) fn accesses(step: &Step, found: &mut dyn FnMut(VarId, Access)) {
    match step {
        Step::Verbatim { .. } | Step::Alias { .. } => {}
        Step::Let { op, .. } => {
            op.operands().into_iter().for_each(|of| operand(of, found));
            match op {
                Op::Remove { place: of, at, .. } => {
                    place(of, Access::Other, found);
                    at.iter().for_each(|at| operand(at, found));
                }
                Op::Reading { place: of, .. } => place(of, Access::Other, found),
                Op::If { answers, .. } => answers.iter().for_each(|answers| found(*answers, Access::Read)),
                Op::Call { either, .. } | Op::Method(Method { either, .. }) => {
                    either.iter().for_each(|either| found(either.copy, Access::Read));
                }
                _ => {}
            }
        }
        Step::Declare { value, .. } => value.iter().for_each(|value| operand(value, found)),
        Step::Assign { place: of, value, .. } => {
            place(of, Access::Other, found);
            operand(value, found);
        }
        Step::Accumulate { place: of, value, link, .. } => {
            place(of, if link.is_none() { Access::Sum } else { Access::Other }, found);
            operand(value, found);
        }
        Step::Rearrange { place: of, arguments, .. } => {
            place(of, Access::Other, found);
            arguments.iter().for_each(|argument| operand(argument, found));
        }
        Step::Insert { place: of, at, value } => {
            place(of, Access::Other, found);
            at.iter().chain([value]).for_each(|of| operand(of, found));
        }
        Step::Count { var, .. } => found(*var, Access::Other),
        Step::Loop(looped) => return looped_accesses(looped, found),
    }
    inside(step.captures(), &step.blocks(), found);
}

/// The same of a loop.
pub(crate) fn looped_accesses(looped: &Loop, found: &mut dyn FnMut(VarId, Access)) {
    if let Header::Range { from, to, .. } = &looped.header {
        operand(from, found);
        operand(to, found);
    }
    looped.replaced.into_iter().for_each(|var| found(var, Access::Read));
    let captures = looped.checkpoint.as_ref().map_or(&[][..], |checkpoint| &checkpoint.captures);
    inside(captures, &[&looped.body], found);
}

/// What changes in what is run again, its body says.
fn inside(captures: &[Capture], blocks: &[&Block], found: &mut dyn FnMut(VarId, Access)) {
    let read = captures.iter().filter(|capture| matches!(capture.meaning, Captured::Kept | Captured::Part(_)));
    read.for_each(|capture| found(capture.var, Access::Read));
    for block in blocks {
        block.again.iter().flat_map(|again| &again.reads).for_each(|var| found(*var, Access::Read));
        block.steps.iter().for_each(|step| accesses(step, found));
        block.value.iter().for_each(|value| operand(value, found));
    }
}

fn place(place: &Place, access: Access, found: &mut dyn FnMut(VarId, Access)) {
    found(place.var, access);
    place.indices().for_each(|var| found(var, Access::Read));
}

fn operand(operand: &Operand, found: &mut dyn FnMut(VarId, Access)) {
    match operand {
        Operand::Constant { .. } => {}
        Operand::Place(of) => place(of, Access::Read, found),
        Operand::Lent(of) => place(of, Access::Other, found),
    }
}
