//! The leaves of a struct and of its tangent: those of the differentiable fields, in order. Which leaves an enum has depends on
//! the variant, so only its tangent has leaves.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Ident;

use super::{Field, Item, perhaps, private};

/// `Leaves` for a struct and for the tangent, if the fields have them.
pub(super) fn write(item: &Item) -> TokenStream {
    let primal = item.variants.is_none().then(|| leaves(item, &item.name, |field| field.ty.to_token_stream()));
    let tangent = leaves(item, &item.tangent, Field::tangent);
    quote!(#primal #tangent)
}

fn leaves(item: &Item, of: &Ident, ty: impl Fn(&Field) -> TokenStream) -> TokenStream {
    let private = private();
    let leaves = quote!(#private::Leaves);
    let types: Vec<_> = item.active().map(ty).collect();
    let members: Vec<_> = item.active().map(|field| &field.member).collect();
    let names = item.active().map(Field::text);
    // Counts the index down, field by field, to the field that has the leaf.
    let find = |found: Vec<TokenStream>| {
        quote! {
            #(let ::core::option::Option::Some(i) = i.checked_sub(<#types as #leaves>::LEAVES) else { #found };)*
            #private::no_leaf(i)
        }
    };
    let leaf = find(members.iter().map(|member| quote!(return #leaves::leaf(&self.#member, i))).collect());
    let leaf_mut = find(members.iter().map(|member| quote!(return #leaves::leaf_mut(&mut self.#member, i))).collect());
    let shape = find(types.iter().map(|ty| quote!(return <#ty as #leaves>::leaf_shape(i))).collect());
    let name = types
        .iter()
        .zip(names)
        .map(|(ty, name)| quote!(path.segment(#name)?; return <#ty as #leaves>::write_leaf_name(i, path)));
    let name = find(name.collect());
    item.implement_if(
        &perhaps(types.iter().cloned(), &leaves),
        &leaves,
        of,
        &quote! {
            const LEAVES: ::core::primitive::usize = 0 #(+ <#types as #leaves>::LEAVES)*;
            const PARAMETERS: ::core::primitive::usize = 0 #(+ <#types as #leaves>::PARAMETERS)*;
            #[inline(always)]
            fn leaf(&self, i: ::core::primitive::usize) -> #private::Leaf<'_> {
                #leaf
            }
            #[inline(always)]
            fn leaf_mut(&mut self, i: ::core::primitive::usize) -> #private::LeafMut<'_> {
                #leaf_mut
            }
            fn leaf_shape(i: ::core::primitive::usize) -> &'static [::core::primitive::usize] {
                #shape
            }
            fn write_leaf_name(i: ::core::primitive::usize, path: &mut #private::LeafPath<'_>) -> ::core::fmt::Result {
                #name
            }
        },
    )
}
