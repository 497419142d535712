//! The tangent struct and its vector space.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Item, Kind, agrees, form, perhaps, private};

/// `struct NameTangent`, `Differentiable` for both, `Tangent` and the standard traits.
pub(super) fn write(item: &Item) -> TokenStream {
    let declaration = declaration(item);
    let differentiable = differentiable(item);
    let vector_space = vector_space(item);
    let standard = standard(item);
    let derived = item.implement(&quote!(::cotangent::generated::Derived), &item.name, &TokenStream::new());
    quote!(#declaration #differentiable #vector_space #standard #derived)
}

fn declaration(item: &Item) -> TokenStream {
    let quiet = quiet_item();
    let Item { vis, name, tangent, generics, .. } = item;
    let bounds = item.bounds();
    let names = if item.variants.is_some() { "each behind its variant's name" } else { "under the same names" };
    let doc = format!("The derivative with respect to a [`{name}`]: field by field, {names}.");
    let fields = item.fields.iter().map(|field| {
        let (vis, ty, text) = (&field.vis, field.tangent(), field.text());
        let doc = match field.kind {
            Kind::Active => format!("The derivative with respect to `{text}`."),
            Kind::Extent => format!("No derivative: `{text}` is a constant, which `index` reads."),
            Kind::Constant => format!("No derivative: `{text}` is a constant."),
        };
        let name = match &field.member {
            syn::Member::Named(name) => Some(quote!(#name:)),
            syn::Member::Unnamed(_) => None,
        };
        quote!(#[doc = #doc] #vis #name #ty)
    });
    let content = if item.named { quote!(#bounds { #(#fields),* }) } else { quote!((#(#fields),*) #bounds;) };
    quote! {
        #[doc = #doc]
        #quiet
        #vis struct #tangent #generics #content
    }
}

/// The user's lints look at a generated struct for its documentation only.
fn quiet_item() -> TokenStream {
    quote! {
        #[allow(warnings, dead_code, private_bounds, private_interfaces)]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
    }
}

fn differentiable(item: &Item) -> TokenStream {
    let private = private();
    let Item { vis, name, tangent, .. } = item;
    let (_, arguments, _) = item.generics.split_for_impl();
    let differentiable = quote!(#private::Differentiable);
    let (agrees, form) = (agrees::write(item), form::write(item));
    let primal = item.implement(&differentiable, name, &quote!(type Tangent = #tangent #arguments; #agrees #form));
    let own = item.implement(
        &differentiable,
        tangent,
        &quote!(
            type Tangent = Self;
        ),
    );
    let doc = format!("The zero [`{tangent}`], to add gradients to.");
    let zero = item.implement(
        &TokenStream::new(),
        name,
        &quote! {
            #[doc = #doc]
            #[inline]
            #[must_use]
            #[allow(dead_code)]
            #vis fn zero_tangent() -> #tangent #arguments {
                #private::Tangent::zero()
            }
        },
    );
    quote!(#primal #own #zero)
}

fn vector_space(item: &Item) -> TokenStream {
    let private = private();
    let Item { tangent, fields, .. } = item;
    let members: Vec<_> = fields.iter().map(|field| &field.member).collect();
    let types = fields.iter().filter(|field| field.kind != Kind::Constant && !field.recursive);
    let types: Vec<_> = types.map(super::Field::tangent).collect();
    // With a field of its own type a constant would depend on itself. Such a type has lists, so it is not sized; that it is not plain is
    // the safe answer: derivatives inside functions do not take it.
    let last = item.active().any(|field| field.recursive).then(|| quote!(&&false));
    let space = quote!(#private::Tangent);
    let vector_space = item.implement(
        &space,
        tangent,
        &quote! {
            #[inline]
            fn zero() -> Self {
                Self { #(#members: #space::zero()),* }
            }
            #[inline]
            fn neutral() -> Self {
                Self { #(#members: #space::neutral()),* }
            }
            #[inline]
            fn accumulate(&mut self, other: &Self) {
                #(#space::accumulate(&mut self.#members, &other.#members);)*
            }
            #[inline]
            fn scale(&mut self, factor: ::core::primitive::f64) {
                #(#space::scale(&mut self.#members, factor);)*
            }
            #[inline]
            fn inner(&self, other: &Self) -> ::core::primitive::f64 {
                0.0 #(+ #space::inner(&self.#members, &other.#members))*
            }
            const PLAIN: ::core::primitive::bool = true #(&& <#types as #space>::PLAIN)* #last;
            const SIZED: ::core::primitive::bool = true #(&& <#types as #space>::SIZED)* #last;
            #[inline]
            fn clear(place: &mut Self) {
                #(#space::clear(&mut place.#members);)*
            }
        },
    );
    let sink = item.implement(
        &quote!(#private::Accepts<Self>),
        tangent,
        &quote! {
            type Wanted = #private::Yes;
            #[inline(always)]
            fn as_sink(&mut self) -> ::core::option::Option<&mut Self> {
                ::core::option::Option::Some(self)
            }
            #[inline(always)]
            fn as_source(&self) -> ::core::option::Option<&Self> {
                ::core::option::Option::Some(self)
            }
        },
    );
    quote!(#vector_space #sink)
}

/// Every tangent can be cloned. It is printed and compared if its fields can.
fn standard(item: &Item) -> TokenStream {
    let Item { tangent, fields, .. } = item;
    let members: Vec<_> = fields.iter().map(|field| &field.member).collect();
    let types = || item.bounded().map(super::Field::tangent);
    let clone = item.implement(
        &quote!(::core::clone::Clone),
        tangent,
        &quote! {
            #[inline]
            fn clone(&self) -> Self {
                Self { #(#members: ::core::clone::Clone::clone(&self.#members)),* }
            }
        },
    );
    let (debug, text) = (quote!(::core::fmt::Debug), tangent.to_string());
    let build = if item.named {
        let names = fields.iter().map(super::Field::text);
        quote!(f.debug_struct(#text) #(.field(#names, &self.#members))* .finish())
    } else {
        quote!(f.debug_tuple(#text) #(.field(&self.#members))* .finish())
    };
    let debug = item.implement_if(
        &perhaps(types(), &debug),
        &debug,
        tangent,
        &quote! {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #build
            }
        },
    );
    let equal = quote!(::core::cmp::PartialEq);
    let equal = item.implement_if(
        &perhaps(types(), &equal),
        &equal,
        tangent,
        &quote! {
            #[inline]
            fn eq(&self, other: &Self) -> ::core::primitive::bool {
                true #(&& self.#members == other.#members)*
            }
        },
    );
    quote!(#clone #debug #equal)
}
