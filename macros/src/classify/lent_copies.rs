//! Copies of what names of mutable references lead to.

use std::collections::HashSet;

use crate::ir::{Block, Function, Op, Step, VarId};

/// Where that has a derivative, they have tangents, and no cotangent.
pub(super) fn lent_copies(function: &Function) -> HashSet<VarId> {
    fn collect(block: &Block, function: &Function, found: &mut HashSet<VarId>) {
        for step in &block.steps {
            if let Step::Let { var, op: Op::Reading { place, .. }, .. } = step
                && function.var(place.var).active
            {
                found.insert(*var);
            }
            step.blocks().into_iter().for_each(|inner| collect(inner, function, found));
        }
    }
    let mut found = HashSet::new();
    collect(&function.body, function, &mut found);
    found
}
