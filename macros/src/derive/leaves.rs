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
    let types: Vec<_> = item.active().map(&ty).collect();
    let bounded = item.bounded().map(ty);
    let members: Vec<_> = item.active().map(|field| &field.member).collect();
    let names = item.active().map(Field::text);
    // Counts the index down, field by field, to the field that has the leaf.
    let find = |found: Vec<TokenStream>| {
        quote! {
            #(let ::core::option::Option::Some(i) = i.checked_sub(#leaves::leaf_count(&self.#members)) else { return #found };)*
            #private::no_leaf(i)
        }
    };
    let leaf = find(members.iter().map(|member| quote!(#leaves::leaf(&self.#member, i))).collect());
    let leaf_mut = find(members.iter().map(|member| quote!(#leaves::leaf_mut(&mut self.#member, i))).collect());
    let shape = find(members.iter().map(|member| quote!(#leaves::leaf_shape(&self.#member, i))).collect());
    let name = members.iter().zip(names);
    let name = find(name.map(|(member, name)| quote!(#leaves::leaf_name(&self.#member, i).in_field(#name))).collect());
    item.implement_if(
        &perhaps(bounded, &leaves),
        &leaves,
        of,
        &quote! {
            const COUNT: ::core::option::Option<#private::Count> = {
                let count = ::core::option::Option::Some(#private::Count::NONE);
                #(let count = #private::Count::both(count, <#types as #leaves>::COUNT);)*
                count
            };
            #[inline(always)]
            fn count_leaves(&self) -> #private::Count {
                #private::Count::NONE #(.and(#leaves::count_leaves(&self.#members)))*
            }
            #[inline(always)]
            fn leaf(&self, i: ::core::primitive::usize) -> #private::Leaf<'_> {
                #leaf
            }
            #[inline(always)]
            fn leaf_mut(&mut self, i: ::core::primitive::usize) -> #private::LeafMut<'_> {
                #leaf_mut
            }
            fn leaf_shape(&self, i: ::core::primitive::usize) -> #private::LeafShape {
                #shape
            }
            fn leaf_name(&self, i: ::core::primitive::usize) -> #private::LeafName {
                #name
            }
        },
    )
}
