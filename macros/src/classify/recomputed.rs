//! Which values the reverse half computes again instead of keeping them: sums, differences and products of what it has anyway, and copies of
//! elements of a list that is kept as a whole.
//!
//! Writing a number down and reading it costs as much as such an operation. What it has anyway are constants, parameters, values that are
//! kept for certain, and other values of the same block that are computed again. Tensors are kept all the same; that is
//! decided by the type.

use std::collections::{HashMap, HashSet};

use syn::Member;

use super::Need;
use crate::ir::{Block, Function, Op, Operand, Operator, Place, Projection, Step, VarId, VarKind};

/// A value that hangs on more operations than this is kept: a chain of them has to be waited for.
const LONGEST: usize = 3;

/// The values that are computed again; adds what they are computed from to the needs.
pub(super) fn computed(function: &Function, needs: &mut [Vec<Need>]) -> HashSet<VarId> {
    let mut again = Again { function, found: HashSet::new() };
    again.block(&function.body, needs);
    again.found
}

struct Again<'f> {
    function: &'f Function,
    found: HashSet<VarId>,
}

impl Again<'_> {
    fn block(&mut self, of: &Block, needs: &mut [Vec<Need>]) {
        let function = self.function;
        let mut lengths: HashMap<VarId, usize> = HashMap::new();
        let mut chains = Vec::new();
        for step in &of.steps {
            step.blocks().into_iter().for_each(|inner| self.block(inner, needs));
            let Step::Let { var, op, .. } = step else { continue };
            if !function.var(*var).active || !is_cheap(op) && !function.elements.contains_key(var) {
                continue;
            }
            // The type decides, and that of such a parameter is not known.
            if !function.vectors.is_empty() && !function.var(*var).of_numbers {
                continue;
            }
            let operands = op.operands();
            let longest = operands.iter().map(|operand| match operand {
                Operand::Constant { .. } => Some(0),
                Operand::Place(_) if function.elements.contains_key(var) => Some(0),
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
            self.found.insert(var);
            for operand in operands {
                let Operand::Place(place) = operand else { continue };
                let of = needs[var.0].clone();
                if of.is_empty() {
                    continue;
                }
                if let Some(list) = function.elements.get(&var) {
                    let need = Need::Element { var: *list, path: way(place), needs: outside(&of) };
                    if !needs[list.0].contains(&need) {
                        needs[list.0].push(need);
                    }
                } else if lengths.contains_key(&place.var) {
                    needs[place.var.0].push(Need::Recompute { var, needs: of });
                }
            }
        }
    }
}

/// The way to some element of the list.
fn way(place: &Place) -> Vec<Option<Member>> {
    let steps = place.path.iter().map(|step| match step {
        Projection::Field(member) => Some(member.clone()),
        Projection::Index { .. } => None,
    });
    steps.collect()
}

/// The needs of a number, outside of its block: what is computed from it counts as computed, and a product does not need the type of a
/// number.
fn outside(needs: &[Need]) -> Vec<Need> {
    fn flat(needs: &[Need], found: &mut Vec<Need>) {
        for need in needs {
            match need {
                Need::Recompute { needs, .. } | Need::Element { needs, .. } => flat(needs, found),
                Need::Factor { .. } => {}
                need if !found.contains(need) => found.push(need.clone()),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    flat(needs, &mut found);
    if found.contains(&Need::Always) { vec![Need::Always] } else { found }
}

fn is_cheap(op: &Op) -> bool {
    matches!(op, Op::Neg(..) | Op::Binary(Operator::Add | Operator::Sub | Operator::Mul, ..))
}
