//! Which tangents go on the tape: those of values that the reverse half reads, beside these.

use std::collections::HashSet;

use proc_macro2::Ident;
use quote::format_ident;

use super::witnesses;
use crate::classify::{Facts, Kept};
use crate::ir::{Block, Function, Op, Step, VarId};

/// A witness of tangents, and of which values they are.
pub(super) struct Moving<'f> {
    pub name: Ident,
    pub kept: Vec<&'f Kept>,
}

/// The witnesses of a block, in the order of their pushes.
pub(super) fn moving<'f>(function: &Function, facts: &'f [Facts], block: usize) -> Vec<Moving<'f>> {
    let read = readings(function);
    let has_tangents = |kept: &&Kept| function.var(kept.var).active || read.contains(&kept.var);
    let all = witnesses(facts, block).into_iter().map(|witness| {
        let mut name = format_ident!("d{}", witness.name);
        name.set_span(witness.name.span());
        Moving { name, kept: witness.kept.iter().filter(has_tangents).collect() }
    });
    all.filter(|moving| !moving.kept.is_empty()).collect()
}

/// Copies of what names of mutable references lead to, where that has a derivative: they have tangents, and no cotangent.
fn readings(function: &Function) -> HashSet<VarId> {
    fn collect(block: &Block, function: &Function, found: &mut HashSet<VarId>) {
        for step in &block.steps {
            if let Step::Let { var, op: Op::Reading { place, .. }, .. } = step
                && function.var(place.var).active
            {
                found.insert(*var);
            }
            step.blocks().into_iter().for_each(|inner| collect(inner, function, found));
        }
    }
    let mut found = HashSet::new();
    collect(&function.body, function, &mut found);
    found
}
