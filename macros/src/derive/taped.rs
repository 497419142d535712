//! A struct on the tape: field by field, so that padding never matters. An enum: a word for the variant, its fields, and the rest
//! of the room that the largest variant takes.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::{Item, Variant, looked_at, perhaps, private, recursive};

/// `Taped` for it and for its tangent, if all fields have it.
pub(super) fn write(item: &Item) -> TokenStream {
    let types: Vec<_> = item.fields.iter().map(|field| field.ty.to_token_stream()).collect();
    let tangents: Vec<_> = item.fields.iter().map(super::Field::tangent).collect();
    let content = item.variants.as_ref().map_or_else(|| whole(item, &types), |variants| either(item, variants));
    // How many bytes it takes has no end.
    let value = (!recursive::is_endless(item)).then(|| implement(item, &item.name, &types, content));
    let tangent = implement(item, &item.tangent, &tangents, whole(item, &tangents));
    quote!(#value #tangent)
}

fn implement(
    item: &Item,
    of: &syn::Ident,
    types: &[TokenStream],
    Content { bytes, put, view, copied, words_of }: Content,
) -> TokenStream {
    let private = private();
    let taped = quote!(#private::Taped);
    let parameters = item.generics.type_params().map(|param| &param.ident);
    let bounded = item.fields.iter().zip(types).filter(|(field, _)| !field.recursive);
    let fields = perhaps(bounded.map(|(_, ty)| ty.clone()), &taped);
    let count = unused(item, "N");
    item.implement_if(
        &quote!(#(#parameters: 'static,)* #fields),
        &taped,
        of,
        &quote! {
            const BYTES: ::core::primitive::usize = #bytes;
            type View<'t> = Self;
            #[inline(always)]
            fn put_all(values: &[Self], frame: &mut #private::Frame<&mut [::core::primitive::u64]>) {
                for value in values {
                    #put
                }
            }
            #[inline(always)]
            fn get_all<const #count: ::core::primitive::usize>(frame: &mut #private::Frame<&[::core::primitive::u64]>) -> [Self; #count] {
                ::core::array::from_fn(|_| <Self as #taped>::view(frame))
            }
            const FIXED: ::core::primitive::bool = true #(&& <#types as #taped>::FIXED)*;
            fn words_of(values: &[Self]) -> ::core::primitive::usize {
                if <Self as #taped>::FIXED {
                    return values.len() * <Self as #taped>::WORDS;
                }
                let mut words = 0;
                for value in values {
                    #words_of
                }
                words
            }
            type Recompute = #private::No;
            type Stored = #private::Yes;
            #[inline(always)]
            fn view<'t>(frame: &mut #private::Frame<&'t [::core::primitive::u64]>) -> Self {
                #view
            }
            #[inline]
            fn copied(value: &Self) -> Self {
                #copied
            }
        },
    )
}

/// How many bytes, how a value is written, how it is read, how it is copied, and how many words it takes.
struct Content {
    bytes: TokenStream,
    put: TokenStream,
    view: TokenStream,
    copied: TokenStream,
    words_of: TokenStream,
}

fn whole(item: &Item, types: &[TokenStream]) -> Content {
    let members: Vec<_> = item.fields.iter().map(|field| &field.member).collect();
    let (words, values) = (words(types), types.iter().map(get));
    let put = types.iter().zip(&members).map(|(ty, member)| put(ty, &quote!(&value.#member)));
    let sizes = types.iter().zip(&members).map(|(ty, member)| size(ty, &quote!(&value.#member)));
    let copies = types.iter().zip(&members).map(|(ty, member)| copy(ty, &quote!(&value.#member)));
    Content {
        bytes: quote!(8 * (#words)),
        put: quote!(#(#put)*),
        view: quote!(Self { #(#members: #values),* }),
        copied: quote!(Self { #(#members: #copies),* }),
        words_of: quote!(#(#sizes)*),
    }
}

/// The same of an enum. If all its types are fixed, so are the words of all its variants.
fn either(item: &Item, variants: &[Variant]) -> Content {
    let (private, mut types) = (private(), item.fields.iter().map(|field| &field.ty));
    let (mut all, mut puts, mut views) = (Vec::new(), Vec::new(), Vec::new());
    let (mut sizes, mut copies) = (Vec::new(), Vec::new());
    for (tag, variant) in (0_u64..).zip(variants) {
        let Variant { name, members } = variant;
        let types: Vec<_> = types.by_ref().take(members.len()).collect();
        let names: Vec<_> = (0..members.len()).map(|i| format_ident!("field{i}")).collect();
        let (words, values) = (words(&types), types.iter().map(get));
        let put = types.iter().zip(&names).map(|(ty, name)| put(ty, &quote!(#name)));
        let rest = quote! {
            if <Self as #private::Taped>::FIXED { <Self as #private::Taped>::WORDS - 1 - (#words) } else { 0 }
        };
        let size = types.iter().zip(&names).map(|(ty, name)| size(ty, &quote!(#name)));
        sizes.push(quote!(Self::#name { #(#members: #names),* } => { words += 1; #(#size)* }));
        let copy = types.iter().zip(&names).map(|(ty, name)| copy(ty, &quote!(#name)));
        copies.push(quote!(Self::#name { #(#members: #names),* } => Self::#name { #(#members: #copy),* },));
        puts.push(quote! {
            Self::#name { #(#members: #names),* } => {
                frame.next(1)[0] = #tag;
                #(#put)*
                frame.next(#rest).fill(0);
            }
        });
        let pattern = if variants.len() as u64 == tag + 1 { quote!(_) } else { quote!(#tag) };
        views.push(quote! {
            #pattern => {
                let value = Self::#name { #(#members: #values),* };
                frame.next(#rest);
                value
            }
        });
        all.push(words);
    }
    let largest = all.into_iter().reduce(|largest, words| quote!(#private::larger(#largest, #words)));
    let largest = largest.unwrap_or_else(|| quote!(0));
    if variants.is_empty() {
        views.push(quote!(_ => ::core::unreachable!("there is no such value"),));
    }
    let value = looked_at(variants, &quote!(value));
    Content {
        bytes: quote!(8 * (1 + #largest)),
        put: quote!(match #value { #(#puts)* }),
        view: quote!(match frame.next(1)[0] { #(#views)* }),
        copied: quote!(match #value { #(#copies)* }),
        words_of: quote!(match #value { #(#sizes)* }),
    }
}

fn size(ty: &impl ToTokens, value: &TokenStream) -> TokenStream {
    let private = private();
    quote!(words += <#ty as #private::Taped>::words_of(::core::slice::from_ref(#value));)
}

fn words(types: &[impl ToTokens]) -> TokenStream {
    let private = private();
    quote!(0 #(+ <#types as #private::Taped>::WORDS)*)
}

fn put(ty: &impl ToTokens, value: &TokenStream) -> TokenStream {
    let private = private();
    quote!(<#ty as #private::Taped>::put_all(::core::slice::from_ref(#value), frame);)
}

fn get(ty: &impl ToTokens) -> TokenStream {
    let private = private();
    quote!({
        let [value] = <#ty as #private::Taped>::get_all::<1>(frame);
        value
    })
}

fn copy(ty: &impl ToTokens, value: &TokenStream) -> TokenStream {
    let private = private();
    quote!(<#ty as #private::Taped>::copied(#value))
}

/// A name that no parameter of the struct has.
fn unused(item: &Item, name: &str) -> syn::Ident {
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
