//! Which loops reserve room on the tape for all their iterations at once: those of which each iteration pushes the same.
//!
//! A loop that may find the tape full in any iteration is one that the compiler neither vectorises nor keeps neighbours of an array
//! in registers for.

use super::witnesses::witnesses;
use crate::classify::Facts;
use crate::ir::{Block, Header, Loop, Method, Op, Place, Projection, Step, Var, VarId};

/// The room that a loop reserves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// For what its block pushes: nothing else in it does.
    OfBlock,
    /// For that, and for what rules push that it calls.
    OfCalls,
}

/// The room of a loop, if all its iterations push the same, and something.
pub(crate) fn room(looped: &Loop, vars: &[Var], facts: &[Facts]) -> Option<Room> {
    let keeps = !witnesses(facts, looped.body.id).is_empty();
    if !looped.is_counted() && pushing(&looped.body, vars).all(|step| is_silent(step, vars, facts)) {
        keeps.then_some(Room::OfBlock)
    } else {
        let only_calls = !looped.is_counted()
            && matches!(looped.header, Header::Range { .. })
            && pushing(&looped.body, vars).all(|step| call(step).is_some());
        let only_operators = || pushing(&looped.body, vars).all(|step| operator(step).is_some());
        (only_calls && (writes_elements(looped) || only_operators())).then_some(Room::OfCalls)
    }
}

/// Whether a loop runs as often as its header says, and nothing in it pushes but its block.
pub(crate) fn is_plain(looped: &Loop, vars: &[Var]) -> bool {
    !looped.is_counted() && pushing(&looped.body, vars).next().is_none()
}

/// Whether a step is a branch that the reverse half decides again, and keeps nothing.
fn is_silent(step: &Step, vars: &[Var], facts: &[Facts]) -> bool {
    let Step::Let { op: Op::If { again: Some(_), then, otherwise, .. }, .. } = step else { return false };
    [then, otherwise]
        .into_iter()
        .all(|arm| facts[arm.id].leaves_nothing() && pushing(arm, vars).all(|step| is_silent(step, vars, facts)))
}

/// The calls of rules in a loop.
pub(crate) fn calls(looped: &Loop) -> impl Iterator<Item = usize> {
    looped.body.steps.iter().filter_map(call)
}

fn call(step: &Step) -> Option<usize> {
    match step {
        Step::Let { op: Op::Method(Method { link, .. }), .. } => Some(*link),
        step => operator(step),
    }
}

/// The link of an operator whose types decide what it pushes.
fn operator(step: &Step) -> Option<usize> {
    match step {
        Step::Let { op, .. } => op.operator_link(),
        Step::Accumulate { link, .. } => *link,
        _ => None,
    }
}

/// What may push in a block, beside what it keeps itself.
fn pushing<'b>(block: &'b Block, vars: &[Var]) -> impl Iterator<Item = &'b Step> {
    let silent = |op: &Op| {
        matches!(
            op,
            Op::Inactive(_)
                | Op::Load(_)
                | Op::Neg(.., None)
                | Op::Binary(.., None)
                | Op::Cast(..)
                | Op::Repeat { .. }
                | Op::Tuple(_)
                | Op::Array(..)
                | Op::Struct { .. }
        )
    };
    let pushes = move |step: &Step| {
        let may = match step {
            Step::Loop(_) => true,
            Step::Let { op, .. } => !silent(op),
            Step::Accumulate { link, .. } => link.is_some(),
            _ => false,
        };
        may && step.is_mirrored(vars)
    };
    block.steps.iter().filter(move |step| pushes(step))
}

/// Whether all that a loop changes are elements. What changes a whole variable in each iteration, as a state of tensors, is not
/// vectorised, and need not be there twice.
fn writes_elements(looped: &Loop) -> bool {
    let steps = &looped.body.steps;
    let own: Vec<VarId> = steps.iter().flat_map(|step| step.binds().to_vec()).collect();
    let is_element = |place: &Place| place.path.iter().any(|part| matches!(part, Projection::Index { .. }));
    let changed = || {
        steps.iter().filter_map(|step| match step {
            Step::Assign { place, .. } | Step::Accumulate { place, .. } => {
                (!own.contains(&place.var)).then(|| is_element(place))
            }
            Step::Rearrange { .. } | Step::Insert { .. } | Step::Count { .. } => Some(false),
            _ => None,
        })
    };
    changed().next().is_some() && changed().all(|element| element)
}
