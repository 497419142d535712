//! The form of a value: the lengths of the lists in its fields.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Member;

use super::{Field, Item, Kind, Variant, looked_at, private};

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
    let tell = item.fields.iter().filter(|field| counts(field)).map(|field| {
        let member = &field.member;
        tell(field, &quote!(&self.#member))
    });
    (quote!(#(#tell)*), TokenStream::new(), item.fields.iter().map(zero).collect())
}

/// Whether a field has a form.
fn counts(field: &Field) -> bool {
    field.kind != Kind::Constant
}

fn tell(field: &Field, place: &TokenStream) -> TokenStream {
    let private = private();
    let tell_form = if field.kind == Kind::Extent { quote!(tell_extent) } else { quote!(tell_form) };
    quote!(#private::#tell_form(#place, tell);)
}

fn zero(field: &Field) -> TokenStream {
    let (private, ty) = (private(), &field.ty);
    match field.kind {
        Kind::Active => quote!(#private::zero_of_form::<#ty>(zero, lengths)),
        Kind::Extent => quote!(#private::Extent::told(lengths)),
        Kind::Constant => quote!(#private::NoGrad),
    }
}

fn of_variants(item: &Item, variants: &[Variant]) -> Parts {
    let mut fields = item.fields.iter();
    let mut zeros = Vec::new();
    let arms = variants.iter().enumerate().map(|(tag, Variant { name, members })| {
        let of_variant: Vec<_> = fields.by_ref().take(members.len()).zip(members).collect();
        zeros.extend(of_variant.iter().map(|(field, _)| {
            let there = zero(field);
            if counts(field) { quote!(if variant == #tag { #there } else { zero.of() }) } else { there }
        }));
        let told: Vec<_> = of_variant.into_iter().filter(|(field, _)| counts(field)).collect();
        let members: Vec<&Member> = told.iter().map(|(_, member)| *member).collect();
        let names: Vec<_> = (0..told.len()).map(|i| format_ident!("field{i}")).collect();
        let tell = told.iter().zip(&names).map(|((field, _), name)| tell(field, &quote!(#name)));
        quote!(Self::#name { #(#members: #names,)* .. } => { tell(#tag); #(#tell)* })
    });
    let this = looked_at(variants, &quote!(self));
    let tell = quote!(match #this { #(#arms)* });
    (tell, quote!(let variant = lengths.next().unwrap_or(0);), zeros)
}
