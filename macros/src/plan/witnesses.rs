//! Which values of a block go on the tape together, and which tangents beside them: those of values that the reverse half reads.
//!
//! A witness is what the two halves know one entry of the tape by.

use proc_macro2::Ident;
use quote::format_ident;

use crate::classify::primitives::{Numbers, Primitive};
use crate::classify::{Facts, Kept};
use crate::ir::{Function, VarId};
use crate::naming::witness;

/// A witness of a block with the variables it carries.
pub(crate) struct Witness<'f> {
    pub name: Ident,
    pub kept: Vec<&'f Kept>,
}

impl Witness<'_> {
    /// The types of its values, if all are plain numbers: then their words are known without the forward half.
    pub fn primitives(&self, numbers: &Numbers) -> Option<Vec<Primitive>> {
        self.kept.iter().map(|kept| numbers.plain(kept.var)).collect()
    }
}

/// A tape entry carries at most this many values.
pub(crate) const WIDTH: usize = 8;

/// The witnesses of a block, in the order of their pushes.
pub(crate) fn witnesses(facts: &[Facts], block: usize) -> Vec<Witness<'_>> {
    of_those(facts, block, |kept| !kept.is_always_recomputed)
}

fn of_those<'f>(facts: &'f [Facts], block: usize, which: impl Fn(&Kept) -> bool) -> Vec<Witness<'f>> {
    let Some(facts) = facts.get(block) else { return Vec::new() };
    let mut found = Vec::new();
    for (letter, kept) in [("s", &facts.own), ("k", &facts.other)] {
        let kept: Vec<_> = kept.iter().filter(|kept| which(kept)).collect();
        let chunks = kept.chunks(WIDTH).enumerate();
        found.extend(chunks.map(|(i, kept)| Witness { name: witness(letter, block, i), kept: kept.to_vec() }));
    }
    found
}

/// The witness of the forms of some values of a block, and which values these are.
pub(crate) struct FormWitness {
    pub name: Ident,
    pub vars: Vec<VarId>,
}

/// The witnesses of the forms of a block, in the order of their pushes.
pub(crate) fn form_witnesses(function: &Function, facts: &[Facts], block: usize) -> Vec<FormWitness> {
    let Some(facts) = facts.get(block) else { return Vec::new() };
    let vars: Vec<_> = facts.formed(function).collect();
    let chunks = vars.chunks(WIDTH).enumerate();
    chunks.map(|(i, vars)| FormWitness { name: witness("z", block, i), vars: vars.to_vec() }).collect()
}

/// The witnesses of the tangents of a block, in the order of their pushes.
pub(crate) fn tangent_witnesses(facts: &[Facts], block: usize) -> Vec<Witness<'_>> {
    let all = of_those(facts, block, |kept| kept.has_tangent).into_iter();
    all.map(|witness| Witness { name: of(&witness.name, "d"), ..witness }).collect()
}

/// The witness of the same values where they have tangents: rules may read others of them.
pub(crate) fn beside_tangents(witness: &Ident) -> Ident {
    of(witness, "w")
}

fn of(witness: &Ident, letter: &str) -> Ident {
    let mut name = format_ident!("{letter}{witness}");
    name.set_span(witness.span());
    name
}
