//! Cotangents that a loop collects in one variable.
//!
//! Where each iteration adds to the same element of a list, or to the same number of the caller, it adds to a variable, and the
//! element gets the sum after the loop.
//!
//! ```text
//! for j in .. { y += w[i] * x[j] }            // w_bar[i] is the same place for all j
//! ```

use syn::Ident;
use syn::spanned::Spanned;

use super::accumulators::{Outside, Value};
use crate::arrange::elements::spelling;
use crate::differentiate::{Mirror, Target};
use crate::ir::Place;

/// A cotangent that is collected apart.
pub(crate) struct LoopSum<'f> {
    pub name: Ident,
    /// Where it goes after the loop.
    pub place: &'f Place,
    /// The value that it is the cotangent of.
    pub value: Value<'f>,
}

/// Finds them in the steps of an iteration, and redirects these.
pub(super) fn hold<'f>(outside: &Outside<'f>, steps: &mut [&mut Mirror<'f>]) -> Vec<LoopSum<'f>> {
    let mut held: Vec<LoopSum<'f>> = Vec::new();
    for step in steps {
        for i in 0..step.additions().len() {
            let Some(place) = step.additions()[i].place() else { continue };
            if !(outside.has(place) || outside.has_apart(place))
                || !place.path.iter().all(|projection| outside.is_fixed(projection))
            {
                continue;
            }
            let is_same = |held: &&LoopSum<'_>| {
                held.place.var == place.var && spelling(&held.place.path) == spelling(&place.path)
            };
            let name = if let Some(held) = held.iter().find(is_same) {
                held.name.clone()
            } else {
                let name = outside.variable("held", held.len());
                held.push(LoopSum { name: name.clone(), place, value: outside.value(step, place) });
                name
            };
            let span = place.written.span();
            let target = &mut step.additions()[i];
            // Twice the same in one step: the second by way of a temporary.
            *target = if let Target::Aside(_) = target {
                Target::AccumulatorAside(name, span)
            } else {
                Target::Accumulator(name, span)
            };
        }
    }
    held
}
