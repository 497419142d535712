//! Variables that begin empty: `Vec::new()`, `None`, `let total;`. Only what they are given later says of what type they are.
//!
//! They are taken for numbers, and it is looked afterwards whether all that they are given is: where it is not, the function is bound
//! again without that. Their operators then need no rule looked up, which would need the type before the compiler knows it.

use std::collections::{HashMap, HashSet};

use syn::Expr;

use super::{Declaration, peel};
use crate::ir::{Function, Operand, Place, Step, VarId};
use crate::syntax::written_lists::written_list;

/// Whether a value says nothing of the type of what a variable will hold.
pub(super) fn is_empty(init: &Expr) -> bool {
    if let Some(list) = written_list(init) {
        return list.elements.iter().all(|element| is_empty(element));
    }
    match peel(init) {
        Expr::Path(path) => path.path.is_ident("None"),
        Expr::Call(call) => match peel(&call.func) {
            Expr::Path(path) => {
                let names: Vec<_> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                let names: Vec<_> = names.iter().map(String::as_str).collect();
                let is_typed = path.path.segments.iter().any(|segment| !segment.arguments.is_none());
                !is_typed && matches!(names[..], ["Vec", "new" | "with_capacity"] | ["Default", "default"])
            }
            _ => false,
        },
        _ => false,
    }
}

/// Those of the variables that are given something else, or nothing.
pub(super) fn refuted(function: &Function, assumed: &HashMap<VarId, Declaration>) -> HashSet<Declaration> {
    let mut given = HashSet::new();
    let mut refuted = HashSet::new();
    let is_number = |operand: &Operand| match operand {
        Operand::Place(place) => function.var(place.var).of_numbers,
        Operand::Constant { expr, .. } => matches!(peel(expr), Expr::Lit(_)) || is_empty(expr),
        Operand::Lent(_) => false,
    };
    let mut gets = |place: &Place, value: &Operand| {
        if is_number(value) {
            given.insert(place.var);
        } else {
            refuted.insert(place.var);
        }
    };
    let mut lent = Vec::new();
    function.body.each_step(&mut |step| match step {
        Step::Assign { place, value, .. }
        | Step::Accumulate { place, value, .. }
        | Step::Insert { place, value, .. } => {
            gets(place, value);
        }
        Step::Let { op, .. } => lent.extend(op.operands().into_iter().filter_map(|operand| match operand {
            Operand::Lent(place) => Some(place.var),
            _ => None,
        })),
        _ => {}
    });
    refuted.extend(lent);
    assumed
        .iter()
        .filter(|(var, _)| !given.contains(var) || refuted.contains(var))
        .map(|(_, declaration)| *declaration)
        .collect()
}
