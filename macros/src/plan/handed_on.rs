//! Which values go to a variable as a whole and are not used after it. Such a variable moves, if nothing of it is kept. Backwards, the
//! cotangent of what it goes to becomes its own, and is not added to zeros.
//!
//! ```text
//! let mut next = v4;                           // the last use of v4
//! ..
//! u = next;                                    // the last use of next
//!
//! handed_on(&mut next_bar, &mut u_bar, old_bar);
//! ..
//! handed_on(&mut v4_bar, &mut next_bar, neutral());
//! ```

use std::collections::HashSet;

use super::fusion::Fused;
use crate::arrange::accesses::accesses;
use crate::ir::{Block, Change, Function, Op, Operand, Place, Step, VarId, VarKind};

/// The operands that are such values.
pub(super) fn handed_on(function: &Function) -> Vec<&Place> {
    let mut found = Vec::new();
    of_block(function, &function.body, &mut found);
    found
}

fn of_block<'f>(function: &'f Function, block: &'f Block, found: &mut Vec<&'f Place>) {
    for (at, step) in block.steps.iter().enumerate() {
        step.blocks().into_iter().for_each(|inner| of_block(function, inner, found));
        let (to, value) = match step {
            Step::Assign { place, value: Operand::Place(value), .. } if place.path.is_empty() => (place.var, value),
            Step::Declare { var, value: Some(Operand::Place(value)), .. } => (*var, value),
            _ => continue,
        };
        if is_variable(function, to)
            && function.var(to).active
            && value.path.is_empty()
            && function.takes_cotangent(value)
            && !value.is_ref
            && function.var(value.var).kind == VarKind::Local
            && (block.computes(value.var) || block.declares(value.var) && is_variable(function, value.var))
            && !is_used(block, at, value)
        {
            found.push(value);
        }
    }
}

/// The values of blocks in braces that are variables of the block: their cotangents begin as those of what the blocks give values to, if
/// one may take over the other.
pub(super) fn values_of_scopes<'f>(
    block: &'f Block,
    function: &'f Function,
    takes_over: &dyn Fn(VarId, VarId) -> bool,
    found: &mut Vec<&'f Place>,
) {
    let given = if let Some(Operand::Place(given)) = &block.value { Some(given.var) } else { None };
    for step in &block.steps {
        step.blocks().into_iter().for_each(|inner| values_of_scopes(inner, function, takes_over, found));
        let Step::Let { var, op: Op::Scope(scope), .. } = step else { continue };
        let Some(Operand::Place(value)) = &scope.value else { continue };
        let is_whole = value.path.is_empty() && !value.is_ref && function.takes_cotangent(value);
        let is_own = is_variable(function, value.var) && scope.declares(value.var);
        if is_whole && is_own && given != Some(*var) && takes_over(value.var, *var) {
            found.push(value);
        }
    }
}

/// Those among them that may move, variables and what moved out of one: nothing of them is kept, and their block is not reversed as
/// it runs.
pub(super) fn moved_on(
    function: &Function,
    handed_on: &[&Place],
    kept: &HashSet<VarId>,
    own: &HashSet<VarId>,
) -> HashSet<VarId> {
    let may_move = |var: &VarId| {
        let is_kept = kept.contains(var) || function.lists.contains(var) || function.var(*var).shadowed;
        (is_variable(function, *var) || function.moved_out.contains(var)) && !is_kept && !own.contains(var)
    };
    handed_on.iter().map(|value| value.var).filter(may_move).collect()
}

/// The variables that blocks that are reversed as they run declare themselves.
pub(super) fn own_of(fused: &Fused<'_>, own: &mut HashSet<VarId>) {
    own.extend(fused.block.steps.iter().flat_map(|step| step.binds().to_vec()));
    fused.inner.values().for_each(|inner| own_of(inner, own));
}

/// Whether it is a variable that always has a value.
fn is_variable(function: &Function, var: VarId) -> bool {
    let var = function.var(var);
    var.kind == VarKind::Local && var.change == Change::Some
}

/// Whether a block uses a variable after a step, or in it once more.
fn is_used(block: &Block, at: usize, value: &Place) -> bool {
    let mut uses = 0;
    for step in &block.steps[at..] {
        accesses(step, &mut |var, _| uses += usize::from(var == value.var));
    }
    let of_block = matches!(&block.value, Some(Operand::Place(place) | Operand::Lent(place)) if place.var == value.var);
    uses > 1 || of_block
}
