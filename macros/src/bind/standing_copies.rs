//! Which copies of a variable are made in front of a loop, because nothing in the loop changes the variable.
//!
//! ```text
//! for _ in 0..10 {
//!     let v0 = u;                                        // once, not `n` times
//!     for i in 0..n { next[i] = u[i] + slope(&v0, i); }
//!     u = next;
//! }
//! ```
//!
//! An element is copied where it is read: a loop may have no iterations, and its index be outside of the list. What is run again has the
//! names that it uses from outside, and no others.

use std::collections::{HashMap, HashSet};

use super::redundant_copies::writes;
use crate::ir::{Block, Change, Function, Loop, Op, Operand, Place, Projection, Step, Var, VarId};

/// The copies, and the blocks that make them.
pub(super) fn standing(function: &Function) -> HashMap<VarId, usize> {
    let mut walk = Walk { vars: &function.vars, around: Vec::new(), declared: HashMap::new(), found: HashMap::new() };
    walk.block(&function.body);
    walk.found
}

/// What a block is inside of a step of another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It is run again and again.
    Repeated,
    Once,
    /// It need not be run.
    Perhaps,
    /// It is run again in the reverse half.
    Again,
}

/// A block around, and what the step in it that leads on writes to.
struct Around {
    block: usize,
    inner: Kind,
    writes: HashSet<VarId>,
}

struct Walk<'f> {
    vars: &'f [Var],
    around: Vec<Around>,
    /// In how many blocks a variable is declared.
    declared: HashMap<VarId, usize>,
    found: HashMap<VarId, usize>,
}

impl Walk<'_> {
    fn block(&mut self, block: &Block) {
        for step in &block.steps {
            match step {
                Step::Let { var, op: Op::Load(Operand::Place(place)), .. } => {
                    self.found.extend(self.stands(place).map(|block| (*var, block)));
                }
                Step::Declare { var, .. } => _ = self.declared.insert(*var, self.around.len()),
                _ => {}
            }
            for inner in step.blocks() {
                let mut found = HashSet::new();
                writes(inner, &mut found);
                self.around.push(Around { block: block.id, inner: kind(step), writes: found });
                self.block(inner);
                self.around.pop();
            }
        }
    }

    /// The outermost block that may make a copy of a place, if there is a loop in between.
    fn stands(&self, place: &Place) -> Option<usize> {
        let of = &self.vars[place.var.0];
        let is_whole = place.path.iter().all(|step| matches!(step, Projection::Field(_)));
        if !of.active || of.change != Change::Some || !is_whole {
            return None;
        }
        let outermost = self.declared.get(&place.var).copied().unwrap_or(0);
        let (mut repeats, mut found) = (false, None);
        for around in self.around[outermost..].iter().rev() {
            if around.inner == Kind::Again || around.writes.contains(&place.var) {
                break;
            }
            repeats |= around.inner == Kind::Repeated;
            if repeats && around.inner != Kind::Perhaps {
                found = Some(around.block);
            }
        }
        found
    }
}

fn kind(step: &Step) -> Kind {
    match step {
        Step::Loop(Loop { checkpoint: Some(_), .. }) | Step::Let { op: Op::Checkpointed(..), .. } => Kind::Again,
        Step::Loop(_) | Step::Let { op: Op::Elements { .. }, .. } => Kind::Repeated,
        Step::Let { op: Op::Scope(_), .. } => Kind::Once,
        _ => Kind::Perhaps,
    }
}
