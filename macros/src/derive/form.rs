//! The form of a value: the lengths of the lists in its fields.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Member;

use super::{Field, Item, Variant, private};

/// `Differentiable::tell_form` and `zero_of_form`. The form of an enum begins with the number of its variant: the fields of the others
/// have no lengths.
pub(super) fn write(item: &Item) -> TokenStream {
    let private = private();
    let (tell, before, zeros) =
        item.variants.as_ref().map_or_else(|| of_fields(item), |variants| of_variants(item, variants));
    let members = item.fields.iter().map(|field| &field.member);
    let tangent = &item.tangent;
    quote! {
        fn tell_form(&self, tell: &mut dyn ::core::ops::FnMut(::core::primitive::usize)) {
            #tell
        }
        fn zero_of_form(
            zero: #private::Zero,
            lengths: &mut dyn ::core::iter::Iterator<Item = ::core::primitive::usize>,
        ) -> Self::Tangent {
            #before
            #tangent { #(#members: #zeros),* }
        }
    }
}

type Parts = (TokenStream, TokenStream, Vec<TokenStream>);

fn of_fields(item: &Item) -> Parts {
    let private = private();
    let members = item.active().map(|field| &field.member);
    let tell = quote!(#(#private::tell_form(&self.#members, tell);)*);
    (tell, TokenStream::new(), item.fields.iter().map(zero).collect())
}

fn zero(field: &Field) -> TokenStream {
    let (private, ty) = (private(), &field.ty);
    if field.constant { quote!(#private::NoGrad) } else { quote!(#private::zero_of_form::<#ty>(zero, lengths)) }
}

fn of_variants(item: &Item, variants: &[Variant]) -> Parts {
    let mut fields = item.fields.iter();
    let (private, mut zeros) = (private(), Vec::new());
    let arms = variants.iter().enumerate().map(|(tag, Variant { name, members })| {
        let of_variant: Vec<_> = fields.by_ref().take(members.len()).zip(members).collect();
        zeros.extend(of_variant.iter().map(|(field, _)| {
            let there = zero(field);
            if field.constant { there } else { quote!(if variant == #tag { #there } else { zero.of() }) }
        }));
        let active = of_variant.iter().filter(|(field, _)| !field.constant);
        let active: Vec<&Member> = active.map(|(_, member)| *member).collect();
        let names: Vec<_> = (0..active.len()).map(|i| format_ident!("field{i}")).collect();
        quote!(Self::#name { #(#active: #names,)* .. } => { tell(#tag); #(#private::tell_form(#names, tell);)* })
    });
    let tell = quote!(match self { #(#arms)* });
    (tell, quote!(let variant = lengths.next().unwrap_or(0);), zeros)
}
