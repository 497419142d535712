//! Loops that nothing may come back to: what they add up is only compared, and the smallest is chosen, or the positive.
//!
//! ```text
//! for j in 0..8 { z += w[j] * x[j]; }                          // forward half
//! let y = z.relu();
//!
//! c0.rule().bwd(.., &mut z_bar);                               // reverse half
//! if !c0.rule().often_zero() || comes_back(&z_bar) {
//!     for j in (0..8).rev() { .. }
//! }
//! ```
//!
//! A zero cotangent gives zero everywhere. So nothing is lost, and of ten distances of which one is the smallest one is walked back.
//! Whether a method chooses its rule says, a constant: where it does not, nothing is left of the question. A branch always does.

use super::tape_room::is_plain;
use crate::ir::{Block, Function, Loop, Op, Operand, Place, Step, VarId, VarKind};

/// Who chooses.
pub(crate) struct Choice {
    pub sum: VarId,
    /// Methods whose rules say whether they choose: their links. A branch always does.
    pub methods: Vec<usize>,
}

/// Who chooses what a loop adds up, if all of those who read it may: of a loop that keeps nothing or reserves room, and changes one variable.
pub(crate) fn choice(function: &Function, looped: &Loop) -> Option<Choice> {
    if !is_plain(looped, &function.vars) {
        return None;
    }
    let sum = only_changed(&looped.body)?;
    let is_one = function.var(sum).kind == VarKind::Local && function.var(sum).active;
    let uses = is_one.then(|| after(&function.body, sum, looped)).flatten()?;
    if uses.others || !uses.branches && uses.methods.is_empty() {
        return None;
    }
    Some(Choice { sum, methods: uses.methods })
}

/// The variable outside of a block that it changes, if it is one, and a whole one.
fn only_changed(block: &Block) -> Option<VarId> {
    let bound: Vec<VarId> = block.steps.iter().flat_map(|step| step.binds().to_vec()).collect();
    let mut only = None;
    for step in &block.steps {
        let place = match step {
            Step::Assign { place, .. } | Step::Accumulate { place, .. } => place,
            Step::Rearrange { .. }
            | Step::Insert { .. }
            | Step::Let { op: Op::Remove { .. }, .. }
            | Step::Count { .. } => return None,
            _ => continue,
        };
        if bound.contains(&place.var) {
            continue;
        }
        if !place.path.is_empty() || only.is_some_and(|only| only != place.var) {
            return None;
        }
        only = Some(place.var);
    }
    only
}

/// Who reads a variable.
#[derive(Default)]
struct Uses {
    /// Methods, whose rules say whether they choose: their links.
    methods: Vec<usize>,
    /// A branch, which may not be taken.
    branches: bool,
    /// Somebody who chooses nothing.
    others: bool,
}

/// Who reads a variable outside of a loop, in the block that declares it.
fn after(block: &Block, var: VarId, looped: &Loop) -> Option<Uses> {
    if block.declares(var) {
        let mut uses = Uses::default();
        uses.of(block, var, looped, false);
        return Some(uses);
    }
    block.steps.iter().flat_map(Step::blocks).find_map(|inner| after(inner, var, looped))
}

impl Uses {
    fn of(&mut self, block: &Block, var: VarId, looped: &Loop, in_branch: bool) {
        let is_it = |place: &Place| place.var == var && !place.stopped;
        let reads = |operand: &Operand| matches!(operand, Operand::Place(place) | Operand::Lent(place) if is_it(place));
        for step in &block.steps {
            let (read, method) = match step {
                Step::Loop(inner) if std::ptr::eq(inner, looped) => continue,
                Step::Let { op, .. } => {
                    let method = if let Op::Method(method) = op { Some(method.link) } else { None };
                    (op.operands().into_iter().any(reads), method)
                }
                Step::Declare { value, .. } => (value.as_ref().is_some_and(reads), None),
                Step::Assign { value, .. } | Step::Accumulate { value, .. } | Step::Insert { value, .. } => {
                    (reads(value), None)
                }
                Step::Alias { place, .. } | Step::Rearrange { place, .. } => (is_it(place), None),
                Step::Verbatim { .. } | Step::Count { .. } | Step::Loop(_) => (false, None),
            };
            self.add(read, method, in_branch);
            let branches = matches!(step, Step::Let { op: Op::If { .. } | Op::Match { .. }, .. });
            for inner in step.blocks() {
                // The branch that the loop is in is taken if the loop runs.
                self.of(inner, var, looped, in_branch || branches && !holds(inner, looped));
            }
        }
        self.add(block.value.as_ref().is_some_and(reads), None, in_branch);
    }

    fn add(&mut self, read: bool, method: Option<usize>, in_branch: bool) {
        match method {
            _ if !read => {}
            _ if in_branch => self.branches = true,
            Some(link) => self.methods.push(link),
            None => self.others = true,
        }
    }
}

/// Whether a loop is in a block.
fn holds(block: &Block, looped: &Loop) -> bool {
    block.has(&|step| matches!(step, Step::Loop(inner) if std::ptr::eq(inner, looped)))
}
