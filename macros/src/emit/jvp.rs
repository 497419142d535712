//! Forward mode of a function: the function that holds it, and what other generated code calls.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;
use syn::spanned::Spanned;

use super::dual::{Dual, count, dot, width};
use super::split::by_reference;
use super::{Unit, arguments, private};
use crate::ir::Param;

impl Unit<'_> {
    /// The function that holds it.
    pub(super) fn forward_mode(&self) -> TokenStream {
        let (private, name, width, count) = (private(), self.forward_mode_name(), width(), count());
        let lifetimes = self.sig.generics.lifetimes();
        let generics = self.sig.generics.params.iter().filter(|param| !matches!(param, syn::GenericParam::Lifetime(_)));
        let bounds = &self.sig.generics.where_clause;
        let output = self.checked(&self.output());
        let params = self.function.params.iter().map(|param| {
            let (name, ty) = (self.param_name(param), self.checked(&by_reference(param)));
            quote!(#name: #ty)
        });
        let tangents = self.function.params.iter().map(|param| {
            let changes = param.lent && self.function.var(param.var).active;
            let (name, mutable) = (dot(&self.param_name(param)), changes.then(|| quote!(mut)));
            let ty = self.tangents_type(param, &|ty| self.cotangent(ty, true));
            quote!(#mutable #name: #ty)
        });
        let places = self.active_params().filter(|param| param.lent).map(|param| {
            let name = dot(&self.param_name(param));
            quote!(let mut #name = #private::Places::places(&mut #name);)
        });
        let (owned, parts) = self.parameters(&self.function.params);
        let imports = self.callees().imports();
        let dual = Dual::new(self.function, self.names_types());
        let indices = dual.parameters();
        let (steps, result) =
            (dual.block(&self.function.body), dual.result(&output, self.output().span(), self.is_unit()));
        quote! {
            #[doc(hidden)]
            #[inline(always)]
            fn #name<#(#lifetimes,)* #(#generics,)* const #count: ::core::primitive::usize>(
                #width: #private::Width<#count>,
                #(#params,)*
                #(#tangents),*
            ) -> (#output, [#private::Ct<#output>; #count]) #bounds {
                use #private::rules::*;
                #imports
                #(#places)*
                #owned
                #indices
                #parts
                #steps
                #result
            }
        }
    }

    /// What the companion has of it.
    pub(super) fn dual(&self) -> TokenStream {
        let (private, width, count) = (private(), width(), count());
        // The companion of a method has the generics on its type.
        let (generics, bounds) = if self.owner.is_some() {
            (None, None)
        } else {
            let generics = self.sig.generics.params.iter();
            (Some(quote!(#(#generics,)*)), self.bounds())
        };
        let output = self.output_outside();
        let params = self.function.params.iter().map(|param| {
            let (name, ty) = (self.param_name(param), self.type_outside(param));
            quote!(#name: #ty)
        });
        let tangents = self.function.params.iter().map(|param| {
            let (name, ty) =
                (dot(&self.param_name(param)), self.tangents_type(param, &|_| self.cotangent_outside(param)));
            quote!(#name: #ty)
        });
        let names: Vec<_> = self.function.params.iter().map(|param| self.param_name(param)).collect();
        let dots = names.iter().map(dot);
        let (name, turbofish) = (self.forward_mode_name(), self.forward_mode_arguments(&quote!(#count)));
        let this = self.owner.map_or_else(
            || quote!(Self),
            |owner| {
                let ty = &owner.self_ty;
                quote!(<#ty>)
            },
        );
        quote! {
            #[doc(hidden)]
            #[inline]
            pub fn dual<#generics const #count: ::core::primitive::usize>(
                self,
                #width: #private::Width<#count>,
                #(#params,)*
                #(#tangents),*
            ) -> (#output, [#private::Ct<#output>; #count]) #bounds {
                #this::#name #turbofish(#width, #(#names,)* #(#dots),*)
            }
        }
    }

    pub(super) fn forward_mode_name(&self) -> Ident {
        match self.owner {
            Some(_) => self.call_name("forward_mode_of_", ""),
            None => Ident::new("forward_mode", Span::call_site()),
        }
    }

    pub(super) fn forward_mode_arguments(&self, count: &TokenStream) -> TokenStream {
        let generics = arguments(&self.sig.generics);
        quote!(::<#(#generics,)* #count>)
    }

    /// What is given for the tangents of a parameter.
    fn tangents_type(&self, param: &Param, cotangent: &dyn Fn(&syn::Type) -> TokenStream) -> TokenStream {
        let (private, count) = (private(), count());
        if !self.function.var(param.var).active {
            // That no derivative is lost here, the reverse half says.
            return quote!(impl ::core::marker::Sized);
        }
        let ct = cotangent(&param.ty);
        if param.lent {
            quote!(impl #private::Places<#ct, #count>)
        } else {
            quote!(impl #private::Directions<#ct, #count>)
        }
    }
}
