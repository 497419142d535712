//! The values that an operator of the user's moves. If they go on the tape or have tangents, the operator gets a copy.
//!
//! A number is copied anyway, so what is known to be one keeps the user's words.

use std::collections::HashSet;

use crate::ir::{Function, Op, Operand, Step, VarId, VarKind};

/// Those values, but for numbers.
pub(crate) fn moved(function: &Function) -> HashSet<VarId> {
    let mut moved = HashSet::new();
    function.body.each_step(&mut |step| {
        let operands = match step {
            Step::Let { op: op @ (Op::Neg(..) | Op::Binary(..)), .. } => op.operands(),
            Step::Accumulate { value, .. } => vec![value],
            _ => return,
        };
        moved.extend(operands.into_iter().filter_map(whole).filter(|var| {
            let var = function.var(*var);
            !var.of_numbers && matches!(var.kind, VarKind::Local | VarKind::Param { by_ref: false })
        }));
    });
    moved
}

/// The variable, if the operand is the whole of one and no reference.
fn whole(operand: &Operand) -> Option<VarId> {
    match operand {
        Operand::Place(place) if place.path.is_empty() && !place.is_ref => Some(place.var),
        _ => None,
    }
}
