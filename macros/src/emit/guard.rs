//! One mistake, one error: the derived code is not looked at where the user's own does not compile.
//!
//! The user's body is compiled a second time, with a pattern beside each call that is taken for a constructor's, in a closure inside a `const fn` that returns `true`; there the library's
//! methods are in scope, so that one of the user's own of the same name is ambiguous, and no rule is taken for its. So is the claim
//! that parameters and result are differentiable, and, if all that holds, that every function it calls has a derivative. The
//! compiler folds the identical errors of the two copies into one. The parameters of the derived code have the type
//! `<Guard<{ checks() }> as Pass<X>>::Out`, and so have those of the calls that users make, where they may be at fault: this is `X`, but if the body has an error the constant has no value, the type is the
//! compiler's error type, and whatever is computed from it is accepted in silence.
//!
//! The constant must not depend on generics, so const parameters are 0 there and type parameters a type that meets their bounds.
//! Where none is known, the body of a free function stands in a function that nobody calls, and only what it calls is looked at: another
//! mistake in such a function may be reported more than once.

use std::collections::HashMap;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::{Unit, elements, is_differentiable};
use crate::features::SECOND_ORDER;
use crate::ir::Param;
use crate::library::{private, private_at};
use crate::plan::stand_ins::stand_ins;
use crate::quoting::arguments;
use crate::words::{substitute, words};

/// The guard of a function.
pub(super) struct Guard {
    /// The `const fn` that holds the copy; nothing if a generic parameter has no stand-in.
    pub function: TokenStream,
    /// The alias `__Checked<X>`, and `__0checked(x)`, through which the derived code names what it calls.
    pub alias: TokenStream,
}

/// The checks of what a function calls.
struct ChecksOfCalls {
    name: Ident,
    /// What is called, behind the checks of the body.
    written: TokenStream,
    function: TokenStream,
}

impl Unit<'_> {
    /// The guard, open if a generic parameter has no stand-in.
    pub(super) fn guard(&self) -> Guard {
        let seen = self.seen(&quote!(__X));
        let mut guard = self.closed_guard().unwrap_or_else(|| Guard {
            function: TokenStream::new(),
            alias: {
                let (claims, references) = (self.claims_of_numbers(), self.claim_of_references());
                let body = self.generic_body();
                let claims = quote!(#claims #references #body);
                let numbers = (!claims.is_empty()).then(|| quote!(const _: () = { #claims };));
                let calls = self.checks_of_calls_alone();
                let guarded = if calls.is_some() { quote!(__Calling<__X>) } else { quote!(__X) };
                let checked = self.passes_through(&guarded);
                quote!(#calls #checked #seen #numbers)
            },
        });
        guard.alias.extend(self.absent_modes());
        guard.alias.extend(self.behind_fields());
        guard
    }

    /// The user's body beside the library's methods, in a function that nobody calls. That of a method would need a type for `self`.
    fn generic_body(&self) -> Option<TokenStream> {
        let (mut sig, body, private) = (self.named.clone(), self.as_written, private());
        for input in &mut sig.inputs {
            if let syn::FnArg::Typed(typed) = input {
                typed.attrs.clear();
            }
        }
        (self.owner.is_none() && self.rule.is_none() && self.lent.is_none()).then(|| {
            quote! {
                #sig {
                    use #private::rules::*;
                    #body
                }
            }
        })
    }

    fn closed_guard(&self) -> Option<Guard> {
        let private = private();
        if self.is_in_trait() {
            return None;
        }
        // Those of functions name the parameters of the block.
        let outer = self.stand_ins_of_owner()?;
        let own = stand_ins(&self.named.generics)?;
        let stand_ins = own.into_iter().map(|(_, value)| substitute(value, &outer));
        let stand_ins = quote!(<#(#stand_ins),*>);
        let owner = self.owner_of_guard()?;
        let (name, generics, bounds) =
            (self.call_name("", "checks"), &self.named.generics.params, &self.named.generics.where_clause);
        let output = self.lent.map_or_else(|| self.output(), |lent| quote!(&'static #lent));
        let body = self.body;
        let params = self.function.params.iter().zip(&self.named.inputs).map(|(param, input)| match input {
            syn::FnArg::Receiver(receiver) => {
                let mutability = receiver.mutability.filter(|_| receiver.reference.is_none());
                let (name, ty) = (self.param_name(param), param.written());
                quote!(#mutability #name: #ty)
            }
            syn::FnArg::Typed(typed) => {
                let (pat, ty) = (&typed.pat, &typed.ty);
                quote!(#pat: #ty)
            }
        });
        let result = match &self.sig.output {
            syn::ReturnType::Type(_, ty) => Some(&**ty),
            syn::ReturnType::Default => None,
        };
        let values = self.active_params().filter(|param| param.function.is_none());
        let types = values.map(|param| elements(&param.ty).unwrap_or(&param.ty)).chain(result);
        let differentiable = types.map(|ty| quote_spanned!(ty.span()=> #private::differentiable::<#ty>();));
        let restored = self.function.params.iter().filter(|param| self.may_not_be_restored(param)).map(|param| {
            let (ty, private) = (&param.ty, private_at(param.ty.span()));
            quote_spanned!(ty.span()=> let _ = |place: &#ty| #private::can_be_restored(&#private::of(place).place());)
        });
        let (numbers, references) = (self.claims_of_numbers(), self.claim_of_references());
        let calls = self.checks_of_calls(&quote!(#owner::#name::#stand_ins()));
        let last = calls.as_ref().map_or(&name, |calls| &calls.name);
        let (written, calls) = calls.as_ref().map(|calls| (&calls.written, &calls.function)).unzip();
        let seen = self.seen(&quote!(__Checked<__X>));
        let checked = self.passes_through(&quote!(__Checked<__X>));
        Some(Guard {
            function: quote! {
                #[doc(hidden)]
                const fn #name<#generics>() -> ::core::primitive::bool #bounds {
                    let _body = |#(#params),*| -> #output {
                        use #private::rules::*;
                        #body
                    };
                    #(#differentiable)*
                    #(#restored)*
                    #numbers
                    #references
                    true
                }
                #calls
            },
            alias: quote! {
                type __Checked<__X> = #private::Checked<__X, { #owner::#last::#stand_ins() }>;
                #written
                #checked
                #seen
            },
        })
    }

    /// That the number types are those of the language, for what is taken for plain numbers.
    fn claims_of_numbers(&self) -> TokenStream {
        let claims = self.plan.numbers.types().map(|primitive| {
            let params = self.function.params.iter().map(|param| param.ty.to_token_stream());
            let written = params.chain([self.body.to_token_stream()]).flat_map(words);
            let first = written.into_iter().find(|name| name == primitive.name());
            let name = first.unwrap_or_else(|| Ident::new(primitive.name(), Span::call_site()));
            let (private, claim) = (private_at(name.span()), format_ident!("is_{}", primitive.name()));
            quote_spanned!(name.span()=> #private::primitives::#claim::<#name>();)
        });
        claims.collect()
    }

    /// `__0checked(x)`, if derived code passes a value through the guard: the companion of a callee, a value whose tangent is zero. It has a
    /// name that no [callee](crate::naming::callee) has.
    fn passes_through(&self, guarded: &TokenStream) -> Option<TokenStream> {
        (SECOND_ORDER || !self.callees().is_empty()).then(|| {
            quote! {
                const fn __0checked<__X: ::core::marker::Copy>(x: __X) -> #guarded {
                    x
                }
            }
        })
    }

    /// What types are looked at behind the guard by.
    fn seen(&self, ty: &TokenStream) -> Option<TokenStream> {
        self.names_types().then(|| {
            quote!(
                #[inline(always)]
                fn __0seen<__X>(x: __X) -> #ty {
                    x
                }
            )
        })
    }

    /// The type that has the checks, with stand-ins for its generics.
    fn owner_of_guard(&self) -> Option<TokenStream> {
        let Some(owner) = self.owner else { return Some(quote!(__This)) };
        let ty = &owner.self_ty;
        let ty = substitute(quote!(#ty), &self.stand_ins_of_owner()?);
        Some(quote!(<#ty>))
    }

    /// The stand-ins for the generics of the `impl` block, and its type.
    fn stand_ins_of_owner(&self) -> Option<HashMap<String, TokenStream>> {
        let Some(owner) = self.owner else { return Some(HashMap::new()) };
        let mut outer: HashMap<String, TokenStream> = stand_ins(&owner.generics)?.into_iter().collect();
        let ty = &owner.self_ty;
        outer.insert("Self".into(), substitute(quote!(#ty), &outer));
        Some(outer)
    }

    /// What is called is looked at only if the body is fine: a function that is not there has been reported. So is what the rule is
    /// made of. `body` is the call of the checks of the body.
    fn checks_of_calls(&self, body: &TokenStream) -> Option<ChecksOfCalls> {
        let private = private();
        let callees = self.callees();
        let (name, claims, written) = if let Some(rule) = self.rule {
            let written = quote!(type __Written<__X> = #private::Checked<__X, { #body }>;);
            (self.call_name("", "checks_of_rule"), self.claims_of_rule(rule), written)
        } else if callees.is_empty() {
            return None;
        } else {
            let claims = callees.claims(|name| quote_spanned!(name.span()=> __written(#name {})));
            let written = quote! {
                const fn __written<__X: ::core::marker::Copy>(x: __X) -> #private::Checked<__X, { #body }> {
                    x
                }
            };
            (self.call_name("", "checks_of_calls"), quote!(let _calls = || { #claims };), written)
        };
        let (checks, arguments) = (self.call_name("", "checks"), arguments(&self.named.generics));
        let (generics, bounds) = (&self.named.generics.params, &self.named.generics.where_clause);
        let function = quote! {
            #[doc(hidden)]
            const fn #name<#generics>() -> ::core::primitive::bool #bounds {
                #claims
                Self::#checks::<#(#arguments),*>()
            }
        };
        Some(ChecksOfCalls { name, written, function })
    }

    /// The same without a guard: a companion depends on no generics, so that each has a derivative is looked at first.
    fn checks_of_calls_alone(&self) -> Option<TokenStream> {
        let (private, callees) = (private(), self.callees());
        let claims = callees.claims(|name| quote_spanned!(name.span()=> #name {}));
        (!callees.is_empty()).then(|| {
            quote! {
                const fn __calls() -> ::core::primitive::bool {
                    let _calls = || { #claims };
                    true
                }
                type __Calling<__X> = #private::Checked<__X, { __calls() }>;
            }
        })
    }

    /// `__Checked<X>`, or `X` without a guard.
    pub(super) fn checked(&self, ty: &TokenStream) -> TokenStream {
        if self.is_guarded() { quote!(__Checked<#ty>) } else { ty.clone() }
    }

    /// Whether an argument of a function that changes it may be of a type that is not `Clone`. `Self` means another type in some of the code.
    pub(super) fn may_not_be_restored(&self, param: &Param) -> bool {
        let names_self = || words(param.ty.to_token_stream()).iter().any(|word| word == "Self");
        param.lent
            && elements(&param.ty).is_none()
            && !is_differentiable(&param.ty, &self.sig.generics)
            && !names_self()
    }

    /// The type of an argument that the function changes, as its copy names it: where the guard claims that it can be restored, what the
    /// guard lets through.
    pub(super) fn restored(&self, param: &Param) -> TokenStream {
        if self.may_not_be_restored(param) { self.checked(&param.ty.to_token_stream()) } else { quote!(_) }
    }

    /// Whether there is a struct literal, a part of an enum, a residual or a function that observes, whose types the guard looks at too.
    pub(super) fn names_types(&self) -> bool {
        self.rule.is_some() || self.plan.names_types
    }

    /// Whether the calls have guarded types too: then a type that is not differentiable is no mistake of those who call. (With
    /// generic parameters the compiler would no longer see that the types are the same.)
    pub(super) fn guards_callers(&self) -> bool {
        self.is_guarded() && arguments(&self.generics()).is_empty()
    }

    fn is_guarded(&self) -> bool {
        !self.is_in_trait()
            && stand_ins(&self.named.generics).is_some()
            && self.owner.is_none_or(|owner| stand_ins(&owner.generics).is_some())
    }
}
