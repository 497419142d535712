//! What a block of the forward half puts on the tape: its values, each with a flag that says whether a rule of the reverse half reads it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::forward::Forward;
use super::moving::{Moving, beside_tangents, moving};
use super::piece::Piece;
use super::wanted::SECOND_ORDER;
use super::{link, operand_types, private, tape, tuple, witnesses};
use crate::classify::{Kept, Need};
use crate::ir::VarId;

impl Forward<'_> {
    /// What goes on the tape at the end of a block.
    pub fn pushes(&self, block: usize) -> TokenStream {
        let (private, t) = (private(), tape());
        let mut code = self.links.known_of_calls(block);
        let pushes = witnesses(self.facts, block).into_iter().map(|witness| {
            let name = &witness.name;
            let values = tuple(witness.kept.iter().map(|kept| self.pushed(kept)));
            let flags = tuple(witness.kept.iter().map(|kept| self.flag(kept)));
            quote!(let #name = #private::Saved::pushed(#t, #values, #flags);)
        });
        code.extend(pushes);
        if let Some(dual) = &self.sizes
            && SECOND_ORDER
        {
            code.extend(dual.pushes_with_tangents(block));
        }
        code
    }

    /// The same where values have tangents, for its size: those are of the types of zero.
    fn pushes_with_tangents(&self, block: usize) -> TokenStream {
        let (private, t) = (private(), tape());
        let values = witnesses(self.facts, block).into_iter().map(|witness| {
            let name = beside_tangents(&witness.name);
            let values = tuple(witness.kept.iter().map(|kept| self.pushed(kept)));
            let flags = tuple(witness.kept.iter().map(|kept| self.flag(kept)));
            quote!(let #name = #private::Saved::pushed(#t, #values, #flags);)
        });
        let tangents = moving(self.facts, block).into_iter().map(|Moving { name, kept }| {
            let zeros = tuple(kept.iter().map(|kept| {
                let value = self.kept(kept.var);
                quote!(&#private::Width::<1, #private::Forward>::new().zero(__checked(#value)))
            }));
            let flags = tuple(kept.iter().map(|kept| self.flags(&kept.needs)));
            quote!(let #name = #private::Saved::pushed(#t, #zeros, #flags);)
        });
        values.chain(tangents).collect()
    }

    /// Whether a value is read again, and whether it is computed then.
    fn flag(&self, kept: &Kept) -> Piece {
        let flags = self.flags(&kept.needs);
        if kept.again {
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
            Need::Flag { link: number, flag } => {
                let (link, flag) = (link(*number), syn::Index::from(*flag));
                if self.dual.contains(number) {
                    let types = operand_types(*number);
                    quote!(#link.rule().reads_dual(&#types).#flag).into()
                } else {
                    quote!(#link.rule().reads().#flag).into()
                }
            }
            Need::Again { var, needs } => {
                let (value, flags) = (self.kept(*var), self.flags(needs));
                quote!(#private::if_recomputed(#value, #flags)).into()
            }
        });
        let Some(first) = flags.next() else { return Piece::Item("No", Span::call_site()) };
        flags.fold(first, |all, flag| quote!(#private::or(#all, #flag)).into())
    }

    /// Whether a value goes on the tape.
    pub fn is_kept(&self, var: VarId) -> bool {
        self.kept.contains(&var)
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
        if var.active || var.shadowed || kept.again || kept.needs != [Need::Always] {
            return self.kept(kept.var);
        }
        let name = &var.name;
        let claim = Ident::new("kept_on_the_tape", name.span());
        quote!(#name.#claim()).into()
    }
}
