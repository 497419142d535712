//! One mistake, one error: the derived code is not looked at where the user's own does not compile.
//!
//! The user's body is compiled a second time, word for word, in a closure inside a `const fn` that returns `true`; so is the claim
//! that parameters and result are differentiable, and that every function it calls has a derivative. The compiler
//! folds the identical errors of the two copies into one. The parameters of the derived code have the type
//! `<Guard<{ checks() }> as Pass<X>>::Out`: this is `X`, but if the body has an error the constant has no value, the type is the
//! compiler's error type, and whatever is computed from it is accepted in silence.
//!
//! The constant must not depend on generics, so const parameters are 0 there and type parameters a type that meets their bounds.
//! Where none is known, the derived code goes unguarded: a mistake in such a function may be reported more than once.

use std::collections::HashMap;

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericParam, Generics, TypeParam, TypeParamBound};

use super::{Unit, private};

/// The guard of a function.
pub(super) struct Guard {
    /// The `const fn` that holds the copy; nothing if a generic parameter has no stand-in.
    pub function: TokenStream,
    /// The alias `Checked<X>`, and `__checked(x)`, through which the derived code names what it calls.
    pub alias: TokenStream,
}

impl Unit<'_> {
    /// The guard, open if a generic parameter has no stand-in.
    pub(super) fn guard(&self) -> Guard {
        self.closed_guard().unwrap_or_else(|| Guard {
            function: TokenStream::new(),
            alias: quote!(
                const fn __checked<X: ::core::marker::Copy>(x: X) -> X {
                    x
                }
            ),
        })
    }

    fn closed_guard(&self) -> Option<Guard> {
        let private = private();
        let own = stand_ins(&self.sig.generics)?;
        let name = self.call_name("", "checks");
        let path = if let Some(owner) = self.owner {
            let outer: HashMap<String, TokenStream> = stand_ins(&owner.generics)?.into_iter().collect();
            let ty = &owner.self_ty;
            let ty = substitute(quote!(#ty), &outer);
            quote!(<#ty>::#name)
        } else {
            let name_of_fn = &self.sig.ident;
            quote!(#name_of_fn::#name)
        };
        let stand_ins = own.iter().map(|(_, value)| value);
        let generics = &self.sig.generics.params;
        let bounds = &self.sig.generics.where_clause;
        let params = self.function.params.iter().zip(&self.sig.inputs).map(|(param, input)| match input {
            syn::FnArg::Receiver(_) => {
                let (name, ty) = (self.param_name(param), super::split::by_reference(param));
                quote!(#name: #ty)
            }
            syn::FnArg::Typed(typed) => {
                let (pat, ty) = (&typed.pat, &typed.ty);
                quote!(#pat: #ty)
            }
        });
        let (output, body) = (self.output(), self.body);
        let result = match &self.sig.output {
            syn::ReturnType::Type(_, ty) => Some(&**ty),
            syn::ReturnType::Default => None,
        };
        let claims = self.callees().claims();
        let types = self.active_params().map(|param| super::elements(&param.ty).unwrap_or(&param.ty)).chain(result);
        let differentiable = types.map(|ty| quote_spanned!(ty.span()=> #private::differentiable::<#ty>();));
        Some(Guard {
            function: quote! {
                #[doc(hidden)]
                const fn #name<#generics>() -> ::core::primitive::bool #bounds {
                    let _body = |#(#params),*| -> #output #body;
                    let _types = || { #(#differentiable)* };
                    let _calls = || { #claims };
                    true
                }
            },
            alias: quote! {
                type Checked<X> = <#private::Guard<{ #path::<#(#stand_ins),*>() }> as #private::Pass<X>>::Out;
                const fn __checked<X: ::core::marker::Copy>(x: X) -> Checked<X> { x }
            },
        })
    }

    /// `Checked<X>`, or `X` without a guard.
    pub(super) fn checked(&self, ty: &TokenStream) -> TokenStream {
        if self.is_guarded() { quote!(Checked<#ty>) } else { ty.clone() }
    }

    fn is_guarded(&self) -> bool {
        stand_ins(&self.sig.generics).is_some() && self.owner.is_none_or(|owner| stand_ins(&owner.generics).is_some())
    }
}

/// A value or a type for every generic parameter.
fn stand_ins(generics: &Generics) -> Option<Vec<(String, TokenStream)>> {
    if generics.where_clause.is_some() {
        return None;
    }
    let mut all = Vec::new();
    for param in &generics.params {
        match param {
            GenericParam::Lifetime(_) => {}
            GenericParam::Const(param) => {
                let ty = &param.ty;
                let value = match quote!(#ty).to_string().as_str() {
                    "bool" => quote!(false),
                    "char" => quote!('a'),
                    _ => quote!(0),
                };
                all.push((param.ident.to_string(), value));
            }
            GenericParam::Type(param) => all.push((param.ident.to_string(), stand_in(param)?)),
        }
    }
    Some(all)
}

/// A type that meets the bounds, if all of them are known to be met.
fn stand_in(param: &TypeParam) -> Option<TokenStream> {
    let private = private();
    let mut ty = quote!(::core::primitive::f64);
    for bound in &param.bounds {
        let TypeParamBound::Trait(bound) = bound else { continue };
        if bound.path.segments.len() != 1 {
            return None;
        }
        match bound.path.segments[0].ident.to_string().as_str() {
            "Real" | "Element" | "Differentiable" | "Taped" | "Copy" | "Clone" | "Debug" | "Display" | "Default"
            | "PartialEq" | "PartialOrd" | "Send" | "Sync" | "Sized" => {}
            "Shape" => ty = quote!(()),
            "Axis" => ty = quote!(#private::One),
            _ => return None,
        }
    }
    Some(ty)
}

/// Writes the stand-ins for the names.
fn substitute(tokens: TokenStream, stand_ins: &HashMap<String, TokenStream>) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(name) => {
                stand_ins.get(&name.to_string()).cloned().unwrap_or_else(|| TokenTree::Ident(name).into())
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), substitute(group.stream(), stand_ins));
                inner.set_span(group.span());
                TokenTree::Group(inner).into()
            }
            other => other.into(),
        })
        .collect()
}
