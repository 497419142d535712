//! Whether two values are the same: field by field, of an enum those of the variant.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Member;

use super::{Field, Item, Variant, private};

/// `Differentiable::agrees`.
pub(super) fn write(item: &Item) -> TokenStream {
    let private = private();
    let content = item.variants.as_ref().map_or_else(|| of_fields(item), |variants| of_variants(item, variants));
    quote! {
        fn agrees(found: &Self, expected: &Self) -> ::core::result::Result<(), #private::Difference> {
            #content
        }
    }
}

fn of_fields(item: &Item) -> TokenStream {
    let private = private();
    let members = item.active().map(|field| &field.member);
    quote! {
        #(#private::Differentiable::agrees(&found.#members, &expected.#members)?;)*
        ::core::result::Result::Ok(())
    }
}

fn of_variants(item: &Item, variants: &[Variant]) -> TokenStream {
    let private = private();
    let mut fields = item.fields.iter();
    let arms = variants.iter().map(|Variant { name, members }| {
        let active = fields.by_ref().take(members.len()).zip(members).filter(|(field, _)| !field.is_constant());
        let active: Vec<&Member> = active.map(|(_, member): (&Field, _)| member).collect();
        let [found, expected] =
            ["found", "expected"].map(|side| (0..active.len()).map(|i| format_ident!("{side}{i}")).collect::<Vec<_>>());
        quote! {
            (Self::#name { #(#active: #found,)* .. }, Self::#name { #(#active: #expected,)* .. }) => {
                #(#private::Differentiable::agrees(#found, #expected)?;)*
                ::core::result::Result::Ok(())
            }
        }
    });
    quote! {
        match (found, expected) {
            #(#arms)*
            _ => ::core::result::Result::Err(#private::Difference::Variants),
        }
    }
}
