//! Which tangents go on the tape: those of values that the reverse half reads, beside these.

use proc_macro2::Ident;
use quote::format_ident;

use super::witnesses;
use crate::classify::{Facts, Kept};

/// A witness of tangents, and of which values they are.
pub(super) struct Moving<'f> {
    pub name: Ident,
    pub kept: Vec<&'f Kept>,
}

/// The witnesses of a block, in the order of their pushes.
pub(super) fn moving(facts: &[Facts], block: usize) -> Vec<Moving<'_>> {
    let all = witnesses(facts, block).into_iter().map(|witness| Moving {
        name: of(&witness.name, "d"),
        kept: witness.kept.iter().filter(|kept| kept.moves).collect(),
    });
    all.filter(|moving| !moving.kept.is_empty()).collect()
}

/// The witness of the same values where they have tangents: rules may read others of them.
pub(super) fn beside_tangents(witness: &Ident) -> Ident {
    of(witness, "w")
}

fn of(witness: &Ident, letter: &str) -> Ident {
    let mut name = format_ident!("{letter}{witness}");
    name.set_span(witness.span());
    name
}
