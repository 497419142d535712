//! Loops that nothing may come back to: what they add up is only compared, and the smallest is chosen, or the positive.
//!
//! ```text
//! for j in 0..8 { z += w[j] * x[j]; }          // forward half
//! let y = z.relu();
//!
//! y.rule().bwd(.., &mut z_bar);                // reverse half
//! if comes_back(&z_bar) {
//!     for j in (0..8).rev() { .. }
//! }
//! ```
//!
//! A zero cotangent gives zero everywhere. So nothing is lost, and of ten distances of which one is the smallest one is walked back.

use proc_macro2::TokenStream;
use quote::quote;

use super::{bar, private, reserved};
use crate::differentiate::operands;
use crate::ir::{Block, Function, Loop, Op, Operand, Place, Step, VarId, VarKind};

/// Methods that give nothing back to what they do not choose.
const CHOOSING: [&str; 6] = ["clamp", "max", "maximum", "min", "minimum", "relu"];

/// Whether the reverse half of a loop has to run, if it can tell: of a loop that keeps nothing or reserves room, and changes one variable
/// that is then chosen or not.
pub(super) fn condition(function: &Function, looped: &Loop) -> Option<TokenStream> {
    if !reserved::is_plain(looped, &function.vars) {
        return None;
    }
    let var = only_changed(&looped.body)?;
    let is_one = function.var(var).kind == VarKind::Local && function.var(var).active;
    let uses = is_one.then(|| after(&function.body, var, looped)).flatten()?;
    if !uses.chosen || uses.others {
        return None;
    }
    let (private, bar) = (private(), bar(&function.var(var).unique));
    Some(quote!(#private::comes_back(&#bar)))
}

/// The variable outside of a block that it changes, if it is one, and a whole one.
fn only_changed(block: &Block) -> Option<VarId> {
    let bound: Vec<VarId> = block.steps.iter().flat_map(|step| step.binds().to_vec()).collect();
    let mut only = None;
    for step in &block.steps {
        let place = match step {
            Step::Assign { place, .. } | Step::Accumulate { place, .. } => place,
            Step::Rearrange { .. } | Step::Count { .. } => return None,
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
    /// Somebody who may choose another: a method, or a branch.
    chosen: bool,
    /// Somebody else.
    others: bool,
}

/// Who reads a variable outside of a loop, in the block that declares it.
fn after(block: &Block, var: VarId, looped: &Loop) -> Option<Uses> {
    if block.steps.iter().any(|step| matches!(step, Step::Declare { var: declared, .. } if *declared == var)) {
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
            let (read, chooses) = match step {
                Step::Loop(inner) if std::ptr::eq(inner, looped) => continue,
                Step::Let { op, .. } => {
                    let chooses =
                        matches!(op, Op::Method(method) if CHOOSING.contains(&method.name.to_string().as_str()));
                    (operands(op).into_iter().any(reads), chooses)
                }
                Step::Declare { value, .. } => (value.as_ref().is_some_and(reads), false),
                Step::Assign { value, .. } | Step::Accumulate { value, .. } => (reads(value), false),
                Step::Alias { place, .. } | Step::Rearrange { place, .. } => (is_it(place), false),
                Step::Verbatim { .. } | Step::Count { .. } | Step::Loop(_) => (false, false),
            };
            self.add(read, chooses || in_branch);
            let branches = matches!(step, Step::Let { op: Op::If { .. } | Op::Match { .. }, .. });
            step.blocks().into_iter().for_each(|inner| self.of(inner, var, looped, in_branch || branches));
        }
        self.add(block.value.as_ref().is_some_and(reads), in_branch);
    }

    fn add(&mut self, read: bool, chosen: bool) {
        self.chosen |= read && chosen;
        self.others |= read && !chosen;
    }
}
