//! Which values the reverse half computes again instead of keeping them: sums, differences and products of what it has anyway.
//!
//! Writing a number down and reading it costs as much as such an operation. What it has anyway are constants, parameters, values that are
//! kept for certain, and other values of the same block that are computed again. Tensors are kept all the same; that is
//! decided by the type.

use std::collections::{HashMap, HashSet};

use super::Need;
use crate::ir::{Block, Function, Op, Operand, Operator, Step, VarId, VarKind};

/// A value that hangs on more operations than this is kept: a chain of them has to be waited for.
const LONGEST: usize = 3;

/// The values that are computed again; adds what they are computed from to the needs.
pub(super) fn computed(function: &Function, needs: &mut [Vec<Need>]) -> HashSet<VarId> {
    let mut found = HashSet::new();
    block(function, &function.body, needs, &mut found);
    found
}

fn block(function: &Function, of: &Block, needs: &mut [Vec<Need>], found: &mut HashSet<VarId>) {
    let mut lengths: HashMap<VarId, usize> = HashMap::new();
    let mut chains = Vec::new();
    for step in &of.steps {
        step.blocks().into_iter().for_each(|inner| block(function, inner, needs, found));
        let Step::Let { var, op, .. } = step else { continue };
        if !function.var(*var).active || !is_cheap(op) {
            continue;
        }
        let operands = op.operands();
        let longest = operands.iter().map(|operand| match operand {
            Operand::Constant { .. } => Some(0),
            // A counter is somewhere else at the end of the block.
            Operand::Place(place) if place.indices().any(|var| function.var(var).changes()) => None,
            Operand::Place(place) => match function.var(place.var).kind {
                VarKind::Param { .. } => Some(0),
                VarKind::Local if lengths.contains_key(&place.var) => lengths.get(&place.var).copied(),
                VarKind::Local if needs[place.var.0].contains(&Need::Always) => Some(0),
                VarKind::Local | VarKind::Index | VarKind::Lent => None,
            },
            Operand::Lent(_) => None,
        });
        let longest = longest.reduce(|a, b| Some(a?.max(b?))).flatten();
        if let Some(longest) = longest.filter(|longest| *longest < LONGEST) {
            lengths.insert(*var, longest + 1);
            chains.push((*var, operands));
        }
    }
    for (var, operands) in chains.into_iter().rev() {
        found.insert(var);
        for operand in operands {
            if let Operand::Place(place) = operand
                && lengths.contains_key(&place.var)
                && !needs[var.0].is_empty()
            {
                let need = Need::Recompute { var, needs: needs[var.0].clone() };
                needs[place.var.0].push(need);
            }
        }
    }
}

fn is_cheap(op: &Op) -> bool {
    matches!(op, Op::Neg(..) | Op::Binary(Operator::Add | Operator::Sub | Operator::Mul, ..))
}
