//! The numbers of a struct one by one: those of its fields, in order. Which numbers an enum has depends on the variant.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::{Item, perhaps, private};
use crate::quoting::quiet;

/// `Coordinates` for a struct, if the fields are; and the struct of the columns, field by field. That has no name outside, but fields
/// of the same names and of the same visibility: a tuple would show types that may be private.
pub(super) fn write(item: &Item) -> Option<TokenStream> {
    if item.variants.is_some() || item.active().any(|field| field.recursive) {
        return None;
    }
    let (private, quiet) = (private(), quiet());
    let Item { name, tangent, generics, fields, .. } = item;
    let (_, arguments, _) = generics.split_for_impl();
    let types: Vec<_> = item.active().map(|field| &field.ty).collect();
    let numbered = perhaps(types.iter().map(|ty| quote!(#ty)), &quote!(#private::Coordinates<'perhaps>));
    let bounds = item.bounds();
    let columns = {
        let mut generics = generics.clone();
        // Who declares has defaults; who implements has not.
        for param in &mut generics.params {
            match param {
                syn::GenericParam::Type(param) => param.default = None,
                syn::GenericParam::Const(param) => param.default = None,
                syn::GenericParam::Lifetime(_) => {}
            }
        }
        generics.params.push(syn::parse_quote!(__R));
        let params = &generics.params;
        let all = fields.iter().map(|field| {
            let (vis, ty) = (&field.vis, &field.ty);
            let ty = if field.is_constant() {
                quote!(())
            } else {
                quote!(<#ty as #private::Coordinates<'static>>::Columns<__R>)
            };
            match &field.member {
                syn::Member::Named(name) => quote!(#vis #name: #ty),
                syn::Member::Unnamed(_) => quote!(#vis #ty),
            }
        });
        // All parameters are used.
        let of = quote!(::core::marker::PhantomData<fn() -> (#name #arguments, __R)>);
        if item.named {
            quote!(#quiet pub struct Columns<#params> #bounds #numbered { #(#all,)* __of: #of })
        } else {
            quote!(#quiet pub struct Columns<#params>(#(#all,)* #of) #bounds #numbered;)
        }
    };
    let arguments_and_r = {
        let mut generics = generics.clone();
        generics.params.push(syn::parse_quote!(__R));
        let (_, arguments, _) = generics.split_for_impl();
        quote!(#arguments)
    };
    let values = fields.iter().map(|field| {
        let (member, ty) = (&field.member, &field.ty);
        if field.is_constant() {
            return quote!(#member: ());
        }
        quote! {
            #member: <#ty as #private::Coordinates<'static>>::each(&self.#member, &mut #private::PartPasses::new(passes, |dot: &#private::Ct<#ty>| {
                let mut whole = #private::zero_for(self);
                ::core::clone::Clone::clone_from(&mut whole.#member, dot);
                whole
            }))
        }
    });
    let of = if item.named { quote!(__of) } else { syn::Index::from(fields.len()).to_token_stream() };
    let implementation = item.implement_if(
        &numbered,
        &quote!(#private::Coordinates<'_>),
        name,
        &quote! {
            type Columns<__R> = Columns #arguments_and_r;
            fn each<__R>(&self, passes: &mut impl #private::Passes<#tangent #arguments, __R>) -> Self::Columns<__R> {
                Columns { #(#values,)* #of: ::core::marker::PhantomData }
            }
        },
    );
    Some(quote!(#quiet const _: () = { #columns #implementation };))
}
