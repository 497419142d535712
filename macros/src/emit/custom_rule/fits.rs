//! What the user's functions take and return: the types of the pointers that they become.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Path, ReturnType, Type};

use crate::accept::rule_arguments::Rule;
use crate::accept::signature::elements;
use crate::emit::{Unit, is_differentiable};
use crate::ir::Param;
use crate::library::{private, private_at};
use crate::naming::hygienic;
use crate::quoting::bare_or_tuple;

/// Where a type is spelled: in derived code, behind the guard, or in the guard.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Derived,
    Guard,
}

impl Unit<'_> {
    /// `let forward: fn(..) -> (Y, _) = ..;`
    pub(super) fn forward_pointer(&self, rule: &Rule) -> Option<TokenStream> {
        let (forward, output, name) = (rule.forward.as_ref()?, self.output(), hygienic("forward"));
        let params = self.function.params.iter().map(Param::written);
        Some(quote_spanned!(forward.span()=> let #name: fn(#(#params),*) -> (#output, _) = #forward;))
    }

    /// `let vjp: fn(.., &Y, &Ct<Y>) -> (..) = ..;`, or what goes with `forward`.
    pub(super) fn vjp_pointer(&self, rule: &Rule, vjp: &Path, place: Place) -> TokenStream {
        let (output, name) = (self.output(), hygienic("vjp"));
        let (cotangents, incoming) = (self.cotangents(place), self.incoming_at(place));
        let params = self.function.params.iter().filter(|param| !self.is_gone(param)).map(Param::written);
        let kept = if rule.forward.is_some() { quote!(_) } else { output.clone() };
        quote_spanned!(vjp.span()=> let #name: fn(#(#params,)* &#kept, &#incoming) -> #cotangents = #vjp;)
    }

    /// `let jvp: fn(.., &Y, &Ct<X>, ..) -> Ct<Y> = ..;`
    pub(super) fn jvp_pointer(&self, jvp: &Path, place: Place) -> TokenStream {
        let (output, result, name) = (self.output(), self.incoming_at(place), hygienic("jvp"));
        let params = self.function.params.iter().map(Param::written);
        let tangents = self.active_params().map(|param| self.cotangent_at(&param.ty, place));
        quote_spanned! {jvp.span()=>
            let #name: fn(#(#params,)* &#output, #(&#tangents),*) -> #result = #jvp;
        }
    }

    /// The type of what `vjp` returns.
    pub(super) fn cotangents(&self, place: Place) -> TokenStream {
        let private = private();
        let of = |param: &Param| match elements(&param.ty) {
            Some(element) => {
                let element = self.cotangent_at(element, place);
                quote!(#private::Owned<#element>)
            }
            None => self.cotangent_at(&param.ty, place),
        };
        bare_or_tuple(self.active_params().map(of))
    }

    /// The type of a cotangent.
    fn cotangent_at(&self, ty: &Type, place: Place) -> TokenStream {
        let private = private();
        if let Some(element) = elements(ty) {
            let element = self.cotangent_at(element, place);
            return quote!([#element]);
        }
        match place {
            Place::Derived => self.cotangent(ty, false),
            Place::Guard if self.guards_callers() && !is_differentiable(ty, &self.sig.generics) => {
                quote!(#private::Ct<__Written<#ty>>)
            }
            Place::Guard => quote!(#private::Ct<#ty>),
        }
    }

    /// The type of the cotangent of the result.
    pub(super) fn incoming_at(&self, place: Place) -> TokenStream {
        match &self.sig.output {
            ReturnType::Type(_, ty) => self.cotangent_at(ty, place),
            ReturnType::Default => TokenStream::new(),
        }
    }

    /// That the user's functions fit, for the guard.
    pub(in crate::emit) fn claims_of_rule(&self, rule: &Rule) -> TokenStream {
        let [forward_name, vjp_name, residual] = ["forward", "vjp", "residual"].map(hygienic);
        let residual_at = |span| Ident::new("residual", Span::mixed_site().located_at(span));
        let vjp = rule.vjp.as_ref().map(|vjp| {
            let pointer = self.vjp_pointer(rule, vjp, Place::Guard);
            let (span, output, forward) = (vjp.span(), self.output(), self.forward_pointer(rule));
            let keeps = private_at(rule.forward.as_ref().map_or(span, Spanned::span));
            if forward.is_none() {
                return quote!(#pointer #keeps::taped::<#output>(););
            }
            let never = self.function.params.iter().map(|_| quote!(loop {}));
            let constants = self.function.params.iter().filter(|param| !self.is_gone(param)).map(|_| quote!(loop {}));
            let (given, kept_at) = (residual_at(span), rule.forward.as_ref().map_or(span, Spanned::span));
            let kept_name = residual_at(kept_at);
            let kept = quote_spanned!(kept_at=> #keeps::taped_value(#kept_name););
            let called = quote_spanned!(span=> let _ = #vjp_name(#(#constants,)* #given, loop {}););
            quote! {
                #forward
                #pointer
                let (_, #residual) = #forward_name(#(#never),*);
                let #residual = &#residual;
                #kept
                #called
            }
        });
        let jvp = rule.jvp.as_ref().map(|jvp| self.jvp_pointer(jvp, Place::Guard));
        quote!(let _rule = || { #vjp #jvp };)
    }
}
