//! What the indices of places are made of: in forward mode it has names that nothing hides.

use std::collections::HashSet;

use quote::ToTokens;

use crate::ir::{Block, Function, Op, Operand, Place, Projection, Step, Var, VarId, VarKind};
use crate::words::words;

/// The variables that indices are made of.
pub(crate) fn of_places(function: &Function) -> HashSet<VarId> {
    let (mut indices, mut named) = (HashSet::new(), HashSet::new());
    places_of(&function.body, &mut |place| {
        indices.extend(place.indices());
        for step in &place.path {
            if let Projection::Index { again, .. } = step {
                named.extend(words(again.to_token_stream()));
            }
        }
    });
    let vars = function.vars.iter().enumerate();
    let is_written = |var: &Var| matches!(var.kind, VarKind::Param { .. }) && !var.changes() || var.again.is_some();
    let written = vars.filter(|(_, var)| is_written(var));
    indices.extend(written.filter(|(_, var)| named.contains(&var.unique)).map(|(i, _)| VarId(i)));
    indices
}

/// All places that a block names.
pub(crate) fn places_of(block: &Block, found: &mut dyn FnMut(&Place)) {
    fn operand(operand: &Operand, found: &mut dyn FnMut(&Place)) {
        if let Operand::Place(place) | Operand::Lent(place) = operand {
            found(place);
        }
    }
    block.each_step(&mut |step| {
        match step {
            Step::Rearrange { place, .. } | Step::Let { op: Op::Remove { place, .. }, .. } => found(place),
            Step::Let { op, .. } => op.operands().into_iter().for_each(|of| operand(of, found)),
            Step::Declare { value, .. } => value.iter().for_each(|value| operand(value, found)),
            Step::Assign { place, value, .. }
            | Step::Accumulate { place, value, .. }
            | Step::Insert { place, value, .. } => {
                found(place);
                operand(value, found);
            }
            Step::Verbatim { .. } | Step::Alias { .. } | Step::Count { .. } | Step::Loop(_) => {}
        }
        step.blocks().into_iter().for_each(|inner| inner.value.iter().for_each(|value| operand(value, found)));
    });
    block.value.iter().for_each(|value| operand(value, found));
}
