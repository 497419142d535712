//! A struct on the tape: field by field, so that padding never matters.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::{Struct, perhaps, private};

/// `Taped` for the struct, if all its fields have it.
pub(super) fn write(item: &Struct) -> TokenStream {
    let private = private();
    let taped = quote!(#private::Taped);
    let members: Vec<_> = item.fields.iter().map(|field| &field.member).collect();
    let types: Vec<_> = item.fields.iter().map(|field| &field.ty).collect();
    let parameters = item.generics.type_params().map(|param| &param.ident);
    let fields = perhaps(types.iter().map(ToTokens::to_token_stream), &taped);
    let count = unused(item, "N");
    item.implement_if(
        &quote!(#(#parameters: 'static,)* #fields),
        &taped,
        &item.name,
        &quote! {
            const BYTES: ::core::primitive::usize = 8 * (0 #(+ <#types as #taped>::WORDS)*);
            type View<'t> = Self;
            #[inline(always)]
            fn put_all(values: &[Self], frame: &mut #private::Frame<&mut [::core::primitive::u64]>) {
                for value in values {
                    #(<#types as #taped>::put_all(::core::slice::from_ref(&value.#members), frame);)*
                }
            }
            #[inline(always)]
            fn get_all<const #count: ::core::primitive::usize>(frame: &mut #private::Frame<&[::core::primitive::u64]>) -> [Self; #count] {
                ::core::array::from_fn(|_| <Self as #taped>::view(frame))
            }
            #[inline(always)]
            fn view<'t>(frame: &mut #private::Frame<&'t [::core::primitive::u64]>) -> Self {
                Self {
                    #(#members: {
                        let [value] = <#types as #taped>::get_all::<1>(frame);
                        value
                    }),*
                }
            }
        },
    )
}

/// A name that no parameter of the struct has.
fn unused(item: &Struct, name: &str) -> syn::Ident {
    let mut name = format_ident!("{name}");
    while item.generics.params.iter().any(|param| match param {
        syn::GenericParam::Type(param) => param.ident == name,
        syn::GenericParam::Const(param) => param.ident == name,
        syn::GenericParam::Lifetime(_) => false,
    }) {
        name = format_ident!("{name}N");
    }
    name
}
