//! Which copies of a variable are not needed, because its value does not change any more.
//!
//! A copy is settled if nothing writes to the variable between it and the end of the variable's life: in a loop that means
//! nothing in the loop either. The variable itself is then the operand, and is kept once, where it ends, not copy by copy.
//!
//! A copy that a `#[checkpoint]` loop uses is none of these: what is run again does not follow other names of a variable.
//!
//! A copy of a part is left alone unless it is made in a loop: one element costs less than the whole.

use std::collections::{HashMap, HashSet};

use crate::ir::{Block, Change, Function, Op, Operand, Step, Var, VarId, VarKind};

/// The settled copies, by their names.
pub(super) fn settled(function: &Function) -> HashSet<VarId> {
    let mut walk = Walk { vars: &function.vars, depths: HashMap::new(), found: HashSet::new() };
    walk.block(&function.body, HashSet::new(), 0);
    run_again(&function.body, &mut walk.found);
    walk.found
}

struct Walk<'f> {
    vars: &'f [Var],
    /// In how many loops a variable is declared.
    depths: HashMap<VarId, usize>,
    found: HashSet<VarId>,
}

impl Walk<'_> {
    /// Walks backwards; `later` are the variables that are written after the block, `depth` the loops around it.
    fn block(&mut self, block: &Block, mut later: HashSet<VarId>, depth: usize) {
        for step in &block.steps {
            if let Step::Declare { var, .. } = step {
                self.depths.insert(*var, depth);
            }
        }
        for step in block.steps.iter().rev() {
            let repeats = matches!(step, Step::Loop(_) | Step::Let { op: Op::Elements { .. }, .. });
            for inner in step.blocks() {
                let mut later = later.clone();
                if repeats {
                    writes(inner, &mut later);
                }
                self.block(inner, later, depth + usize::from(repeats));
            }
            step.blocks().into_iter().for_each(|inner| writes(inner, &mut later));
            written(step, &mut later);
            match step {
                Step::Let { var, op: Op::Load(Operand::Place(place)), .. } => {
                    let of = &self.vars[place.var.0];
                    let settles = of.active && of.kind == VarKind::Local && of.change == Change::Some && !of.shadowed;
                    let declared = self.depths.get(&place.var).copied();
                    let is_worth = place.path.is_empty() || declared.is_some_and(|declared| declared < depth);
                    if settles && declared.is_some() && is_worth && !later.contains(&place.var) {
                        self.found.insert(*var);
                    }
                }
                Step::Declare { var, .. } => {
                    later.remove(var);
                }
                _ => {}
            }
        }
    }
}

/// Takes out what loops and blocks that are run again use.
fn run_again(block: &Block, found: &mut HashSet<VarId>) {
    for step in &block.steps {
        step.captures().iter().for_each(|capture| _ = found.remove(&capture.var));
        step.blocks().into_iter().for_each(|inner| run_again(inner, found));
    }
}

/// The variables that a block writes to and does not declare.
pub(super) fn writes(block: &Block, into: &mut HashSet<VarId>) {
    let mut own = HashSet::new();
    for step in block.steps.iter().rev() {
        step.blocks().into_iter().for_each(|inner| writes(inner, &mut own));
        written(step, &mut own);
        if let Step::Declare { var, .. } = step {
            own.remove(var);
        }
    }
    into.extend(own);
}

/// The variables that a step itself writes to.
pub(super) fn written(step: &Step, into: &mut HashSet<VarId>) {
    match step {
        Step::Assign { place, .. }
        | Step::Accumulate { place, .. }
        | Step::Rearrange { place, .. }
        | Step::Insert { place, .. }
        | Step::Let { op: Op::Remove { place, .. }, .. } => {
            into.insert(place.var);
        }
        Step::Let { op, .. } => {
            into.extend(op.operands().into_iter().filter_map(|operand| match operand {
                Operand::Lent(place) => Some(place.var),
                _ => None,
            }));
        }
        _ => {}
    }
}
