//! Which values go to a variable as a whole and are not used after it: backwards, the cotangent of the variable becomes theirs, and is not
//! added to zeros.
//!
//! ```text
//! u = next;                                    // the last use of next
//! handed_on(&mut next_bar, &mut u_bar, old_bar);
//! ```

use super::accesses::accesses;
use crate::ir::{Block, Change, Function, Operand, Place, Step, VarKind};

/// The operands that are such values.
pub(super) fn handed_on(function: &Function) -> Vec<&Place> {
    let mut found = Vec::new();
    of_block(function, &function.body, &mut found);
    found
}

fn of_block<'f>(function: &'f Function, block: &'f Block, found: &mut Vec<&'f Place>) {
    for (at, step) in block.steps.iter().enumerate() {
        step.blocks().into_iter().for_each(|inner| of_block(function, inner, found));
        if let Step::Assign { place, value: Operand::Place(value), old: Some(_) } = step
            && [place, value].into_iter().all(|place| place.path.is_empty() && function.takes_cotangent(place))
            && is_variable(function, place)
            && !value.is_ref
            && function.var(value.var).kind == VarKind::Local
            && (block.computes(value.var) || block.declares(value.var) && is_variable(function, value))
            && !is_used(block, at, value)
        {
            found.push(value);
        }
    }
}

/// Whether a place is a variable that always has a value.
fn is_variable(function: &Function, place: &Place) -> bool {
    let var = function.var(place.var);
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
