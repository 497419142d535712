//! The numbers of a struct one by one: those of its fields, in order. Which numbers an enum has depends on the variant.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Item, perhaps, private};

/// `Numbered` for a struct, if the fields are.
pub(super) fn write(item: &Item) -> Option<TokenStream> {
    if item.variants.is_some() {
        return None;
    }
    let private = private();
    let tangent = &item.tangent;
    let (_, arguments, _) = item.generics.split_for_impl();
    let types: Vec<_> = item.active().map(|field| &field.ty).collect();
    let members = item.active().map(|field| &field.member);
    let bounds = types.iter().map(|ty| quote!(#ty));
    Some(item.implement_if(
        &perhaps(bounds, &quote!(#private::Numbered<'perhaps>)),
        &quote!(#private::Numbered<'_>),
        &item.name,
        &quote! {
            type Columns<R> = (#(<#types as #private::Numbered<'static>>::Columns<R>,)*);
            fn each<R>(passes: &mut impl #private::Passes<#tangent #arguments, R>) -> Self::Columns<R> {
                (#(<#types as #private::Numbered<'static>>::each(&mut #private::PartPasses::new(passes, |dot: &#private::Ct<#types>| {
                    let mut whole = <#tangent #arguments as #private::Tangent>::zero();
                    ::core::clone::Clone::clone_from(&mut whole.#members, dot);
                    whole
                })),)*)
            }
        },
    ))
}
