//! Loops and blocks that are run again in the reverse half.

use super::scope::Kind;
use super::{Generator, Ty};

impl Generator<'_> {
    /// `#[checkpoint]` before a loop, or nothing. How often a loop runs that is not `counted` is known to nobody.
    pub(super) fn mark(&mut self, counted: bool) -> &'static str {
        if !self.marks() {
            return "";
        }
        let marks =
            ["#[checkpoint(bisection)] ", "#[checkpoint(every = 1)] ", "#[checkpoint(every = 2)] ", "#[checkpoint] "];
        marks[self.rng.below(if counted { 4 } else { 3 })]
    }

    /// `#[checkpoint]` before a block, or nothing.
    pub(super) fn mark_once(&mut self) -> &'static str {
        if self.marks() { "#[checkpoint] " } else { "" }
    }

    /// A block with a value, which may run again.
    pub(super) fn marked_value(&mut self, depth: usize) -> String {
        let mark = self.mark_once();
        let block = self.value_block(&Ty::Num, depth);
        if mark.is_empty() { block } else { format!("({mark}{block})") }
    }

    fn marks(&mut self) -> bool {
        // What is run again does not know other names of what changes.
        let is_alias = |at: usize| {
            let var = &self.scope.vars[at];
            let refers = var.reference || matches!(var.kind, Kind::Adder | Kind::Slice(_));
            at >= self.scope.parameters && refers && var.kind != Kind::Dead
        };
        !(0..self.scope.vars.len()).any(is_alias) && self.percent("checkpoint_percent")
    }
}
