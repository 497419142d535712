//! The values that an operator of the user's moves. If they go on the tape or have tangents, the operator gets a copy.
//!
//! A number is copied anyway. If something is taken for a number and is none, it moves, and the compiler says so.

use std::collections::HashSet;

use crate::ir::{Function, Op, Operand, Step, VarId, VarKind};

/// Those values, but for numbers.
pub(crate) fn moved(function: &Function) -> HashSet<VarId> {
    let mut moved = HashSet::new();
    function.body.each_step(&mut |step| match step {
        Step::Let { op: op @ (Op::Neg(.., Some(_)) | Op::Binary(.., Some(_))), .. } => {
            moved.extend(op.operands().into_iter().filter_map(whole));
        }
        Step::Accumulate { value, link: Some(_), .. } => moved.extend(whole(value)),
        _ => {}
    });
    let is_local = |var: &VarId| matches!(function.var(*var).kind, VarKind::Local);
    moved.into_iter().filter(|var| !function.var(*var).of_numbers && is_local(var)).collect()
}

/// The variable, if the operand is the whole of one and no reference.
fn whole(operand: &Operand) -> Option<VarId> {
    match operand {
        Operand::Place(place) if place.path.is_empty() && !place.is_ref => Some(place.var),
        _ => None,
    }
}
