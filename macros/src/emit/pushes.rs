//! What a block of the forward half puts on the tape: its values, each with a flag that says whether a rule of the reverse half reads it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::forward::Forward;
use crate::classify::{Kept, Need};
use crate::features::SECOND_ORDER;
use crate::ir::VarId;
use crate::library::private;
use crate::naming::{form_of, link, operand_types, tape};
use crate::plan::link_layout::Of;
use crate::plan::witnesses::{FormWitness, Witness, beside_tangents, form_witnesses, tangent_witnesses, witnesses};
use crate::quoting::{Piece, tuple};

impl Forward<'_> {
    /// What goes on the tape at the end of a block.
    pub fn pushes(&self, block: usize) -> TokenStream {
        let mut code = self.pushed_forms(block);
        code.extend(self.links.known_of_calls(block));
        let witnesses = witnesses(self.facts, block).into_iter().filter(|witness| self.has_link(witness));
        code.extend(witnesses.map(|witness| self.pushed_together(&witness.name, &witness)));
        if self.links.of == Of::Sizes && SECOND_ORDER {
            code.extend(self.pushes_with_tangents(block));
        }
        code
    }

    /// The words of plain numbers are known without a link.
    fn has_link(&self, witness: &Witness<'_>) -> bool {
        self.links.of != Of::Sizes || witness.primitives(self.plan.numbers).is_none()
    }

    /// The forms of the values that have a cotangent of their own. One that may have moved by then was asked for its form before.
    fn pushed_forms(&self, block: usize) -> TokenStream {
        let (private, t) = (private(), tape());
        let formed = form_witnesses(self.function, self.facts, block).into_iter().map(|FormWitness { name, vars }| {
            let values = tuple(vars.iter().map(|var| {
                let form = form_of(self.function.var(*var));
                let has_moved = self.links.of != Of::Tangents && self.plan.moved_on.contains(var);
                if has_moved || self.plan.formed.contains(var) { Piece::Name(form) } else { self.kept(*var) }
            }));
            quote!(let #name = #private::Forms::pushed(#t, #values);)
        });
        formed.collect()
    }

    /// The same where values have tangents, for its size: those are of the types of zero.
    fn pushes_with_tangents(&self, block: usize) -> TokenStream {
        let dual = Forward::dual(self.plan);
        let values = witnesses(dual.facts, block).into_iter().filter(|witness| self.has_link(witness));
        let values = values.map(|witness| dual.pushed_together(&beside_tangents(&witness.name), &witness));
        let tangents = tangent_witnesses(dual.facts, block).into_iter().filter(|witness| self.has_link(witness));
        let tangents = tangents.map(|witness| {
            dual.pushed_tangents(&witness, |kept| {
                let (private, value) = (private(), dual.kept(kept.var));
                quote!(&#private::Width::<1, #private::Forward>::new().zero(__0checked(#value)))
            })
        });
        values.chain(tangents).collect()
    }

    fn pushed_together(&self, name: &Ident, witness: &Witness<'_>) -> TokenStream {
        let (private, t) = (private(), tape());
        let values = tuple(witness.kept.iter().map(|kept| self.pushed(kept)));
        let flags = tuple(witness.kept.iter().map(|kept| self.flag(kept)));
        quote!(let #name = #private::Saved::pushed(#t, #values, #flags);)
    }

    /// Tangents that go on the tape together, as `tangents` writes them.
    pub fn pushed_tangents(
        &self,
        Witness { name, kept }: &Witness<'_>,
        tangents: impl Fn(&Kept) -> TokenStream,
    ) -> TokenStream {
        let (private, t) = (private(), tape());
        let values = tuple(kept.iter().map(|kept| tangents(kept)));
        let flags = tuple(kept.iter().map(|kept| self.flags(&kept.needs)));
        quote!(let #name = #private::Saved::pushed(#t, #values, #flags);)
    }

    /// Whether a value is read again, and whether it is computed then.
    fn flag(&self, kept: &Kept) -> Piece {
        let flags = self.flags(&kept.needs);
        if kept.recomputed {
            let (private, value) = (private(), self.kept(kept.var));
            quote!(#private::recompute(#value, #flags)).into()
        } else {
            flags
        }
    }

    /// Whether one of those who may read a value does.
    pub fn flags(&self, needs: &[Need]) -> Piece {
        let private = private();
        if needs.contains(&Need::Always) {
            return Piece::Item("Yes", Span::call_site());
        }
        let mut flags = needs.iter().map(|need| match need {
            Need::Always => Piece::Item("Yes", Span::call_site()),
            Need::Factor { var, path } => {
                let value = self.kept(*var);
                let value = if path.is_empty() { value } else { quote!(&(#value) #(.#path)*).into() };
                quote!(#private::Factor(#value).flag()).into()
            }
            // With tangents each operator has its rule.
            Need::Flag { link: number, .. } if self.function.has_expression(*number) => match self.links.of {
                Of::Tangents => Piece::Item("No", Span::call_site()),
                Of::Values | Of::Sizes => {
                    let link = link(*number);
                    quote!(#link.rule().reads()).into()
                }
            },
            Need::Flag { link: number, flag } => {
                let with_tangents = self.links.of == Of::Tangents;
                let known = self.links.number_method(*number);
                if let Some(reads) = known.and_then(|(method, _)| method.reads(*flag, with_tangents)) {
                    return Piece::Item(if reads { "Yes" } else { "No" }, Span::call_site());
                }
                let (link, flag) = (link(*number), syn::Index::from(*flag));
                if with_tangents && self.plan.calls.links.contains(number) {
                    let types = operand_types(*number);
                    quote!(#link.rule().reads_dual(&#types).#flag).into()
                } else if with_tangents && self.plan.calls.readings.contains(number) {
                    quote!(#private::read_with_tangents(#link.rule().reads().#flag)).into()
                } else {
                    quote!(#link.rule().reads().#flag).into()
                }
            }
            Need::Recompute { var, needs } => {
                let (value, flags) = (self.kept(*var), self.flags(needs));
                quote!(#private::if_recomputed(#value, #flags)).into()
            }
            Need::Element { var, path, needs } => {
                let (list, flags) = (self.kept(*var), self.flags(needs));
                let path = path.iter().map(|step| step.as_ref().map_or(quote!([0]), |member| quote!(.#member)));
                quote!(#private::if_elements_recomputed(|| &(#list) #(#path)*, #flags)).into()
            }
        });
        let Some(first) = flags.next() else { return Piece::Item("No", Span::call_site()) };
        flags.fold(first, |all, flag| quote!(#private::or(#all, #flag)).into())
    }

    /// Whether a value goes on the tape.
    pub fn is_kept(&self, var: VarId) -> bool {
        self.plan.kept.contains(&var)
    }

    /// A reference to a value of a block, at the end of the block.
    pub fn kept(&self, var: VarId) -> Piece {
        let var = self.function.var(var);
        let (name, unique) = (&var.name, &var.unique);
        if var.calculated {
            let value = if var.shadowed { quote!((*#unique)) } else { quote!(#name) };
            return quote!(#value.as_an_operand()).into();
        }
        if var.shadowed { Piece::Name(unique.clone()) } else { Piece::Reference(name.clone()) }
    }

    /// The same where it is pushed. What the user made need not be of a type that can be; then that is said where it was made.
    fn pushed(&self, kept: &Kept) -> Piece {
        let var = self.function.var(kept.var);
        let is_always_read = kept.needs == [Need::Always];
        let is_asked = |need: &Need| matches!(need, Need::Flag { .. });
        let is_made = !(var.once || var.calculated || var.of_numbers) && kept.needs.iter().all(is_asked);
        let is_known = if is_always_read { var.active } else { !is_made };
        if var.shadowed || kept.recomputed || is_known || self.plan.numbers.plain(kept.var).is_some() {
            return self.kept(kept.var);
        }
        let (private, name) = (private(), &var.name);
        let claim = Ident::new("kept_on_the_tape", name.span());
        if is_always_read {
            return quote!(#name.#claim()).into();
        }
        let (value, flags) = (self.kept(kept.var), self.flags(&kept.needs));
        quote!((*#private::IfRead::new(#value, #flags).claimed()).#claim()).into()
    }
}
