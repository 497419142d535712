//! Where the cotangents of a step's operands go: a slot for each, borrowed together where they are parts of one variable.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Ident, Member};

use super::behind_fields::{Borrow, again, names};
use super::operands::{projections, span_of};
use super::reverse::Reverse;
use crate::differentiate::Target;
use crate::ir::{Place, Projection, VarKind};
use crate::library::private;
use crate::naming::{aside, bar, bar_at, first_of, hygienic, part};
use crate::plan::rows::Held;
use crate::quoting::Piece;

/// The targets that are parts of one variable, and their positions.
fn same_variable<'t>(targets: &[Target<'t>], of: &Place) -> Vec<(usize, &'t Place)> {
    let all = targets.iter().enumerate().filter_map(|(j, other)| match other {
        Target::Place(other) | Target::Lent(other) if other.var == of.var => Some((j, *other)),
        _ => None,
    });
    all.collect()
}

/// The slots for the targets of one rule.
pub(super) struct Slots {
    pub before: Option<TokenStream>,
    pub each: Vec<Piece>,
    pub after: Option<TokenStream>,
}

impl Slots {
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of target")]
    pub fn new(reverse: &Reverse<'_>, targets: &[Target<'_>]) -> Self {
        let (private, function) = (private(), reverse.function);
        let mut slots = vec![None; targets.len()];
        let (mut before, mut after) = (None, None);
        for (i, target) in targets.iter().enumerate() {
            match target {
                _ if reverse.is_dual() && slots[i].is_some() => {}
                Target::Place(place) | Target::Lent(place)
                    if reverse.is_dual()
                        && function.var(place.var).active
                        && !matches!(function.var(place.var).kind, VarKind::Param { .. })
                        && same_variable(targets, place).len() > 1 =>
                {
                    let siblings = same_variable(targets, place);
                    let (names, borrowed) = reverse.together(&siblings, "apart");
                    before.get_or_insert_with(TokenStream::new).extend(borrowed);
                    for ((j, _), name) in siblings.iter().zip(&names) {
                        let is_lent = matches!(targets[*j], Target::Lent(_));
                        let slot = if is_lent { quote!(#name) } else { quote!(#name.into_outs()) };
                        slots[*j] = Some(slot.into());
                    }
                }
                Target::Nowhere => {}
                Target::Accumulator(name, span) => slots[i] = Some(reverse.slot_of_held(name, *span)),
                // It has no cotangent: then what is called must not want one.
                Target::Lent(place) if !function.var(place.var).active => {
                    slots[i] = Some(Piece::Item("NoGrad", span_of(&place.written)));
                }
                Target::Lent(place) if reverse.is_dual() => {
                    slots[i] = Some(reverse.changed_bars(place, ["lent", "lend"]).into());
                }
                Target::Lent(place) => {
                    let bar = reverse.changed_bar(place);
                    slots[i] = Some(quote!(&mut #bar).into());
                }
                Target::Place(place) => {
                    let mut siblings = same_variable(targets, place);
                    siblings.retain(|(j, _)| matches!(targets[*j], Target::Place(_)));
                    let is_param = matches!(function.var(place.var).kind, VarKind::Param { .. });
                    if siblings.len() == 1 {
                        slots[i] = Some(reverse.slot_of(place));
                    } else if siblings[0].0 != i {
                        // It has one already.
                    } else if is_param {
                        let (names, borrowed) = reverse.together(&siblings, "parts");
                        before.get_or_insert_with(TokenStream::new).extend(borrowed);
                        for ((j, _), name) in siblings.iter().zip(names) {
                            slots[*j] = Some(Piece::Name(name));
                        }
                    } else {
                        let var = function.var(place.var);
                        let bar = bar(&var.unique);
                        let is_reference = var.kind == VarKind::Lent || reverse.firsts.has(place.var);
                        let root = if is_reference { quote!((*#bar)) } else { quote!(#bar) };
                        let fields = Fields::of(&root, &quote!(&mut #root), &siblings);
                        before.get_or_insert_with(TokenStream::new).extend(fields.lets);
                        for ((j, place), field) in siblings.iter().zip(fields.each) {
                            let span = span_of(&place.written);
                            let slot = quote_spanned!(span=> &mut #field);
                            slots[*j] = Some(Piece::Call(["Out", "new"], slot, span));
                        }
                    }
                }
                Target::Aside(_) | Target::AccumulatorAside(..) => {
                    let name = aside(i);
                    let slot = match target {
                        Target::AccumulatorAside(held, span) => reverse.slot_of_held(held, *span),
                        Target::Aside(place) => reverse.slot_of(place),
                        _ => continue,
                    };
                    if reverse.is_dual() {
                        slots[i] = Some(Piece::Method(name.clone(), "whole", Span::call_site()));
                        let given = quote!(#private::dual::give_back(#slot, #name.seen()););
                        after.get_or_insert_with(TokenStream::new).extend(given);
                        continue;
                    }
                    slots[i] = Some(Piece::Call(["Out", "new"], quote!(&mut #name), Span::call_site()));
                    after.get_or_insert_with(TokenStream::new).extend(quote!(#private::give_back(#slot, &#name);));
                }
            }
        }
        let each =
            slots.into_iter().map(|slot| slot.unwrap_or_else(|| Piece::Item("NoGrad", Span::call_site()))).collect();
        Self { before, each, after }
    }
}

/// Disjoint fields: what is borrowed before, and the places.
struct Fields {
    /// The position of the first among the operands, which no other variable has.
    first: usize,
    lets: TokenStream,
    each: Vec<TokenStream>,
}

impl Fields {
    /// Disjoint parts of a place, to be borrowed together. A `Deref` may lead to fields, and be borrowed once only.
    fn of(root: &TokenStream, borrowed: &TokenStream, siblings: &[(usize, &Place)]) -> Self {
        let mut fields =
            Self { first: siblings[0].0, lets: TokenStream::new(), each: vec![TokenStream::new(); siblings.len()] };
        let paths = siblings.iter().map(|(_, place)| &place.path[..]).enumerate().collect();
        fields.split(root, borrowed, 0, paths);
        fields
    }

    /// `depth`: how many fields lead to the base.
    fn split(
        &mut self,
        base: &TokenStream,
        borrowed: &TokenStream,
        depth: usize,
        mut paths: Vec<(usize, &[Projection])>,
    ) {
        let &[(i, path), ref others @ ..] = &paths[..] else { return };
        let first = |path: &[Projection]| match path.first() {
            Some(Projection::Field(member)) => Some(member.clone()),
            _ => None,
        };
        let (Some(member), false) = (first(path), others.is_empty()) else {
            self.each[i] = Borrow::Exclusive.place(base, path, depth, &again);
            return;
        };
        let is_apart = others.iter().any(|(_, path)| first(path).as_ref() != Some(&member));
        let is_named = matches!(member, Member::Named(_));
        let base = if is_apart && is_named || depth > 0 {
            let (private, name) = (private(), hygienic(&format!("__fields{}_{i}_{}", self.first, path.len())));
            let names = names(&member);
            let fields = match (depth, is_apart && is_named) {
                (0, _) => quote!(fields()),
                (_, true) => quote!(fields_of_part::<#names>()),
                (_, false) => quote!(parts::<#names>()),
            };
            self.lets.extend(quote!(let #name = #private::FieldsOf(#borrowed).#fields;));
            quote!(#name)
        } else {
            base.clone()
        };
        while let Some(member) = paths.first().and_then(|(_, path)| first(path)) {
            let (same, rest) = paths.into_iter().partition(|(_, path)| first(path).as_ref() == Some(&member));
            let same: Vec<(usize, &[Projection])> = same;
            let same = same.into_iter().map(|(i, path)| (i, &path[1..])).collect();
            self.split(&quote!(#base.#member), &quote!(&mut #base.#member), depth + 1, same);
            paths = rest;
        }
    }
}

impl Reverse<'_> {
    /// Disjoint parts of one variable, borrowed together by a method: their names, and what gives them these.
    fn together(&self, siblings: &[(usize, &Place)], method: &str) -> (Vec<Ident>, TokenStream) {
        let name = |(j, _): &(usize, &Place)| hygienic(&format!("part{j}"));
        let names: Vec<_> = siblings.iter().map(name).collect();
        let (bar, method) = (bar(&self.function.var(siblings[0].1.var).unique), Ident::new(method, Span::call_site()));
        let d = part();
        let Fields { lets, each, .. } = Fields::of(&quote!(#d), &quote!(#d), siblings);
        let borrowed = if lets.is_empty() {
            quote!(let (#(#names),*) = #bar.#method(|#d| (#(&mut #each),*));)
        } else {
            quote!(let (#(#names),*) = #bar.#method(|#d| { #lets (#(&mut #each),*) });)
        };
        (names, borrowed)
    }

    /// The cotangent of a place that changes.
    pub(super) fn changed_bar(&self, place: &Place) -> TokenStream {
        let var = self.function.var(place.var);
        let (bar, path) = (bar(&var.unique), projections(&place.path));
        if var.kind == VarKind::Lent { quote!((*#bar) #path) } else { quote!(#bar #path) }
    }

    /// The same where values have tangents, by the method for all of it or the one for a part: a closure for each whole
    /// variable would be a third of what the compiler has to check.
    pub(super) fn changed_bars(&self, place: &Place, [all, part_of]: [&str; 2]) -> TokenStream {
        let (bar, d) = (bar(&self.function.var(place.var).unique), part());
        let (all, part_of) = (Ident::new(all, Span::call_site()), Ident::new(part_of, Span::call_site()));
        match projections(&place.path) {
            None => quote!(#bar.#all()),
            Some(path) if part_of == "part" => quote!(#bar.#part_of(|#d| &#d #path)),
            Some(path) => quote!(#bar.#part_of(|#d| &mut #d #path)),
        }
    }

    /// The slot for a variable that collects.
    fn slot_of_held(&self, name: &Ident, span: Span) -> Piece {
        if self.is_dual() {
            return Piece::Method(name.clone(), "whole", span);
        }
        Piece::Call(["Out", "new"], quote_spanned!(span=> &mut #name), span)
    }

    /// The slot for one place.
    pub(super) fn slot_of(&self, place: &Place) -> Piece {
        // An argument that does not fit is reported where the user wrote it.
        let span = span_of(&place.written);
        let var = self.function.var(place.var);
        let bar = bar_at(&var.unique, span);
        if let Some((row, way)) = self.in_row(Held::Cotangents, place) {
            let (d, is_param) = (part(), matches!(var.kind, VarKind::Param { .. }));
            return if is_param {
                quote_spanned!(span=> #row.parts(|#d| &mut #d #way)).into()
            } else {
                Piece::Call(["Out", "new"], quote_spanned!(span=> &mut #row #way), span)
            };
        }
        let inside = |base: &dyn ToTokens| Borrow::Exclusive.place(&base.to_token_stream(), &place.path, 0, &again);
        match (var.kind, place.path.first()) {
            (_, None) if self.firsts.is(place) => {
                let first = first_of(&bar);
                quote_spanned!(span=> &mut #first).into()
            }
            (_, None) if self.firsts.has(place.var) => {
                Piece::Call(["Out", "new"], quote_spanned!(span=> &mut *#bar), span)
            }
            (VarKind::Param { .. }, None) if self.firsts.is_passed(place) => Piece::Method(bar, "passed", span),
            (VarKind::Param { .. }, None) => Piece::Method(bar, "whole", span),
            (_, None) if self.is_dual() => Piece::Method(bar, "whole", span),
            (VarKind::Param { .. }, Some(_)) => {
                let (d, path) = (part(), inside(&part()));
                quote_spanned!(span=> #bar.parts(|#d| &mut #path)).into()
            }
            (VarKind::Lent | VarKind::Local | VarKind::Index, Some(_)) if self.is_dual() => {
                let (d, path) = (part(), inside(&part()));
                quote_spanned!(span=> #bar.slot(|#d| &mut #path)).into()
            }
            (VarKind::Lent, _) => {
                let place = inside(&quote!((*#bar)));
                Piece::Call(["Out", "new"], quote_spanned!(span=> &mut #place), span)
            }
            (VarKind::Local | VarKind::Index, _) => {
                let place = inside(&bar);
                Piece::Call(["Out", "new"], quote_spanned!(span=> &mut #place), span)
            }
        }
    }
}
