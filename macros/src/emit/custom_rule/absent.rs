//! What there is not, because the rule has no function for it: an error where it is wanted, and no earlier.
//!
//! The calls that users make claim that it is there, which the compiler reports at the call. Whether other functions that call this
//! one want it, only building shows: then it is a constant without a value.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{File, Ident, Item, WhereClause};

use super::Halves;
use crate::claims::never;
use crate::emit::Unit;
use crate::naming::hygienic;
use crate::plan::absent_modes::Mode;

impl Unit<'_> {
    /// The calls, with the claim that the rule has what they need, if it is certain that it has not.
    pub(in crate::emit) fn if_its_rule_has(&self, mode: Mode, calls: TokenStream) -> TokenStream {
        if self.absent_mode(mode).is_none() {
            return calls;
        }
        let name = Ident::new(mode.name(), Span::call_site());
        let Ok(File { mut items, .. }) = syn::parse2(quote!(impl Calls { #calls })) else { return calls };
        let Some(Item::Impl(block)) = items.first_mut() else { return calls };
        for item in &mut block.items {
            if let syn::ImplItem::Fn(call) = item {
                let clause = call.sig.generics.make_where_clause();
                clause.predicates.push(syn::parse_quote!(for<'one> Self: #name<'one>));
            }
        }
        let calls = &block.items;
        quote!(#(#calls)*)
    }

    /// The bounds of an implementation, with that claim.
    pub(in crate::emit) fn claimed_mode(&self, mode: Mode, bounds: Option<WhereClause>) -> Option<WhereClause> {
        if self.absent_mode(mode).is_none() {
            return bounds;
        }
        let name = Ident::new(mode.name(), Span::call_site());
        let home = self.owner.map_or_else(|| quote!(__This), |owner| owner.self_ty.to_token_stream());
        let mut bounds = bounds.unwrap_or_else(|| syn::parse_quote!(where));
        bounds.predicates.push(syn::parse_quote!(for<'one> #home: #name<'one>));
        Some(bounds)
    }

    /// The traits in these claims, which nothing implements.
    pub(in crate::emit) fn absent_modes(&self) -> TokenStream {
        let all = [Mode::Tangents, Mode::SecondDerivatives].into_iter().filter_map(|mode| {
            let (message, note) = self.absent_mode(mode)?;
            let name = Ident::new(mode.name(), Span::call_site());
            Some(quote! {
                #[diagnostic::on_unimplemented(message = #message, label = "not without it", note = #note)]
                pub trait #name<'one> {}
            })
        });
        all.collect()
    }

    /// Why there is no such mode, and what to do, if that is certain.
    pub(super) fn absent_mode(&self, mode: Mode) -> Option<(String, String)> {
        mode.absent(self.rule?, &self.sig.ident)
    }

    /// What has no value: there is no such mode. In a function of its own, whose name the compiler shows.
    pub(super) fn never(&self, mode: Mode) -> TokenStream {
        let message = self.absent_mode(mode).map(|(why, help)| format!("{why}\nhelp: {help}"));
        let name = hygienic(mode.function());
        let never = never(&name, &message);
        quote!(#never;)
    }

    /// Halves of which there is none.
    pub(super) fn no_halves(&self, mode: Mode) -> Halves {
        Halves { before: self.never(mode), forward: TokenStream::new(), reverse: TokenStream::new() }
    }
}
