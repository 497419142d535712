//! Cotangents that a loop collects apart.
//!
//! Where each iteration adds to the same element of a list, or to the same number of the caller, it does not wait for memory: it
//! adds to a variable of its own, which stays in a register, and the element gets the sum after the loop.
//!
//! ```text
//! for j in .. { y += w[i] * x[j] }            // w_bar[i] is the same place for all j
//! ```

use std::collections::HashSet;

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, Ident};

use super::touch::{Touch, declared, touches};
use super::{Mirror, Target, operands};
use crate::accept::signature::is_number;
use crate::ir::{Block, Function, Header, Loop, Op, Operand, Place, Projection, Step, VarId, VarKind};
use crate::words::words;

/// A cotangent that is collected apart.
pub(crate) struct Held<'f> {
    pub name: Ident,
    /// Where it goes after the loop.
    pub place: &'f Place,
    /// The value that it is the cotangent of.
    pub value: Value<'f>,
}

/// What tells the type of a value.
pub(crate) enum Value<'f> {
    /// A rule takes it.
    Operand(&'f Operand),
    /// It is copied to a variable of a block.
    Copy { block: usize, var: VarId },
}

/// Finds them in the steps that an iteration of `looped` consists of, backwards, and redirects these.
pub(super) fn hold<'m, 'f: 'm>(
    function: &Function,
    looped: &'f Step,
    steps: impl Iterator<Item = &'m mut Mirror<'f>>,
) -> Vec<Held<'f>> {
    let Step::Loop(Loop { header, body, .. }) = looped else { return Vec::new() };
    let mut varies = HashSet::new();
    declared(body, &mut varies);
    if let Header::Range { index, .. } = header {
        varies.insert(*index);
    }
    let mut changed = HashSet::new();
    touches(looped, &mut |var, touch| {
        if touch != Touch::Read {
            changed.insert(var);
        }
    });
    varies.extend(&changed);
    let mut names: HashSet<Ident> = varies.iter().map(|var| function.var(*var).unique.clone()).collect();
    items(body, &mut names);
    let is_fixed = |place: &Place| {
        let fixed = |projection: &Projection| match projection {
            Projection::Field(_) => true,
            Projection::Index { written, again, kept } => {
                !matches!(written, Expr::Range(_))
                    && kept.iter().all(|var| !varies.contains(var))
                    && words(again.to_token_stream()).iter().all(|word| !names.contains(word))
            }
        };
        !varies.contains(&place.var) && is_behind_a_reference(function, place) && place.path.iter().all(fixed)
    };
    let mut held: Vec<Held<'f>> = Vec::new();
    for step in steps {
        let Mirror::Rule(rule) = step else { continue };
        if !matches!(rule.op, Op::Binary(..) | Op::Neg(..) | Op::Load(_)) {
            continue;
        }
        for (target, value) in rule.targets.iter_mut().zip(operands(rule.op)) {
            let Target::Place(place) = target else { continue };
            if !is_fixed(place) {
                continue;
            }
            let place: &'f Place = place;
            let same = held.iter().find(|held| held.place.var == place.var && spelling(held.place) == spelling(place));
            let name = match same {
                Some(held) => held.name.clone(),
                None => Ident::new(&format!("held{}_{}", body.id, held.len()), proc_macro2::Span::mixed_site()),
            };
            if same.is_none() {
                let value = match rule.op {
                    Op::Load(_) => Value::Copy { block: body.id, var: rule.out },
                    _ => Value::Operand(value),
                };
                held.push(Held { name: name.clone(), place, value });
            }
            *target = Target::Held(name, place.written.span());
        }
    }
    held
}

/// The words of the items of a loop, which have no meaning outside.
fn items(block: &Block, found: &mut HashSet<Ident>) {
    found.extend(words(block.items.clone()));
    block.steps.iter().flat_map(Step::blocks).for_each(|inner| items(inner, found));
}

/// The way into a value, as the reverse half goes it.
fn spelling(place: &Place) -> Vec<String> {
    let steps = place.path.iter().map(|projection| match projection {
        Projection::Field(member) => member.to_token_stream().to_string(),
        Projection::Index { again, .. } => format!("[{}]", again.to_token_stream()),
    });
    steps.collect()
}

/// Whether a place is an element of a list, or a number that the caller lends.
fn is_behind_a_reference(function: &Function, place: &Place) -> bool {
    let is_element = place.path.iter().any(|projection| matches!(projection, Projection::Index { .. }));
    let is_lent_number = || {
        let param = function.params.iter().find(|param| param.var == place.var);
        place.path.is_empty()
            && param.is_some_and(|param| matches!(&param.ty, syn::Type::Path(path) if path.path.get_ident().is_some_and(|name| is_number(&name.to_string()))))
    };
    match function.var(place.var).kind {
        VarKind::Param { .. } => is_element || is_lent_number(),
        VarKind::Local => is_element,
        VarKind::Lent | VarKind::Index => false,
    }
}
