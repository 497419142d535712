//! The values that an operator of the user's moves. If they go on the tape or have tangents, the operator gets a copy. So it does of a
//! parameter that has another name as an operand (`bind/named_operands.rs`).
//!
//! A number is copied anyway, so what is known to be one keeps the user's words.

use std::collections::HashSet;

use syn::Expr;

use crate::ir::{Function, Op, Operand, Step, VarId, VarKind};
use crate::syntax::peel;

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

/// The parameters among them that have such a name: `let operand0 = &v;`.
pub(crate) fn named(function: &Function, moved: &HashSet<VarId>) -> HashSet<VarId> {
    let mut names = HashSet::new();
    function.body.each_step(&mut |step| {
        if let Step::Let { var, op: Op::Inactive(operand), .. } = step
            && function.var(*var).calculated
            && let Expr::Reference(operand) = &**operand
            && let Expr::Path(name) = peel(&operand.expr)
        {
            names.extend(name.path.get_ident().cloned());
        }
    });
    let is_named = |var: &VarId| {
        let var = function.var(*var);
        matches!(var.kind, VarKind::Param { .. }) && names.contains(&var.name)
    };
    moved.iter().copied().filter(is_named).collect()
}

/// The variable, if the operand is the whole of one and no reference.
fn whole(operand: &Operand) -> Option<VarId> {
    match operand {
        Operand::Place(place) if place.path.is_empty() && !place.is_ref => Some(place.var),
        _ => None,
    }
}
