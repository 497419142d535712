//! Loops that are run again in the reverse half.

use super::Generator;
use super::scope::Kind;

impl Generator<'_> {
    /// `#[checkpoint]` before a loop, or nothing. How often a loop runs that is not `counted` is known to nobody.
    pub(super) fn mark(&mut self, counted: bool) -> &'static str {
        // What is run again does not know other names of what changes.
        let is_alias = |at: usize| {
            let var = &self.scope.vars[at];
            let refers = var.reference || matches!(var.kind, Kind::Adder | Kind::Slice(_));
            at >= self.scope.parameters && refers && var.kind != Kind::Dead
        };
        if (0..self.scope.vars.len()).any(is_alias) || !self.percent("checkpoint_percent") {
            return "";
        }
        let marks =
            ["#[checkpoint(bisection)] ", "#[checkpoint(every = 1)] ", "#[checkpoint(every = 2)] ", "#[checkpoint] "];
        marks[self.rng.below(if counted { 4 } else { 3 })]
    }
}
