//! The function as the library knows it: the traits `Function` and `PureFunction`, which all calls are written for, once.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Lifetime, WhereClause};

use super::Unit;
use super::calls::Calls;
use super::sweeps::Sweeps;
use crate::ir::Param;
use crate::library::private;
use crate::naming::{function_of_type, rule_method};
use crate::quoting::{arguments, bare_or_tuple, tuple};
use crate::syntax::lifetimes::{lasting, lasting_bounds, of_arguments, without_lifetimes};

impl Unit<'_> {
    /// The type that implements them, with its generics: the struct beside the function, or one of its own.
    pub(super) fn witness(&self) -> TokenStream {
        let names = arguments(&self.lasting_generics());
        if self.owner.is_none() && names.is_empty() {
            return quote!(__This);
        }
        let name = self.witness_name();
        quote!(#name<#(#names),*>)
    }

    /// The type of its own.
    pub(super) fn witness_name(&self) -> Ident {
        let name = format_ident!("DerivativeOf_{}", self.sig.ident);
        let of = self.declared_in().and_then(|of| of.segments.last());
        of.map_or(name.clone(), |of| format_ident!("{name}_of_{}", of.ident))
    }

    /// The receiver, if the function is a method.
    pub(super) fn receiver(&self) -> Option<&Param> {
        self.function.params.iter().find(|param| param.receiver)
    }

    /// The function that leads from the type of a method to that type: its name, and what it takes.
    pub(super) fn rule_function(&self) -> (Ident, Option<TokenStream>) {
        let name = &self.sig.ident;
        match self.receiver() {
            Some(_) => (rule_method(name), Some(quote!(&self))),
            None => (rule_method(&function_of_type(name)), None),
        }
    }

    /// What that type of a method implements.
    pub(super) fn witness_items(&self, bounds: Option<&WhereClause>) -> TokenStream {
        let (private, this, generics) = (private(), self.witness(), self.lasting_generics());
        let (parameters, ..) = generics.split_for_impl();
        // A method by value of a user's trait goes before one that takes `self` by reference.
        let by_value = self.receiver().is_none_or(|param| param.reference.is_none());
        let hides = if by_value { quote!(#private::Nowhere) } else { quote!(__X) };
        let changes = self.receiver().is_some_and(|param| param.lent);
        let changes = changes.then(|| quote!(impl #parameters #private::ChangesReceiver for #this #bounds {}));
        quote! {
            impl #parameters ::core::clone::Clone for #this #bounds {
                fn clone(&self) -> Self {
                    *self
                }
            }
            impl #parameters ::core::marker::Copy for #this #bounds {}
            impl #parameters #private::Companion for #this #bounds {
                const THIS: Self = Self(::core::marker::PhantomData);
                type On<__X> = #hides;
            }
            #changes
        }
    }

    /// Where the inherent functions are: `split`, `words_if_known`, `compared`.
    pub(super) fn home(&self) -> TokenStream {
        self.owner.map_or_else(
            || quote!(__This),
            |owner| {
                let (ty, of) = (&owner.self_ty, self.declared_in().map(|of| quote!(as #of)));
                quote!(<#ty #of>)
            },
        )
    }

    /// The struct of a generic function's own, `struct F<T, const N: usize>`.
    pub(super) fn declared_witness(&self) -> Option<TokenStream> {
        let generics = self.lasting_generics();
        if self.owner.is_none() && arguments(&generics).is_empty() {
            return None;
        }
        let declared = generics.params.iter().filter_map(|param| match param {
            GenericParam::Const(param) => {
                let (name, ty) = (&param.ident, &param.ty);
                Some(quote!(const #name: #ty))
            }
            GenericParam::Type(param) => {
                let name = &param.ident;
                Some(quote!(#name))
            }
            GenericParam::Lifetime(_) => None,
        });
        let (name, types) = (self.witness_name(), generics.type_params().map(|param| &param.ident));
        // It may be about types that are as visible as the function.
        let vis = if self.owner.is_none() { self.vis.to_token_stream() } else { quote!(pub) };
        Some(quote! {
            #[allow(non_camel_case_types)]
            #vis struct #name<#(#declared),*>(::core::marker::PhantomData<fn() -> (#(#types,)*)>);
        })
    }

    /// The implementations of both traits, of the first alone where an argument is `&mut`.
    pub(super) fn implementations(&self) -> TokenStream {
        let private = private();
        let home = self.home();
        let bounds = self.all_bounds();
        let cotangents: Vec<_> = self.active_params().map(|param| self.cotangent_outside(param)).collect();
        let places = bare_or_tuple(cotangents.iter().map(|ct| quote!(&'__c mut #ct)));
        let (_, tangents) = Calls::elsewhere(self, false).given_tangents();
        let of_tangents = Lifetime::new("'__t", Span::call_site());
        let tangents = tangents.iter().map(|ty| lasting(ty, of_tangents.clone()));
        let tangents = bare_or_tuple(tangents);
        let words = self.words("Whole");
        let own_tape = if arguments(&self.generics()).is_empty() {
            quote!(OfItsSize<{ #private::on_stack(#words) }>)
        } else {
            quote!(OfOneOfSomeSizes)
        };
        let sweeps = Sweeps::new(self, &home);
        let pure = (!sweeps.calls.has_lent()).then(|| sweeps.of_pure_function(bounds.as_ref()));
        let own = sweeps.own(bounds.as_ref());
        let way = if own.is_some() { quote!(Self) } else { quote!(#private::OneAfterTheOther) };
        let (description, gradient) = (self.description(), sweeps.gradient());
        let function = self.implementation(
            "Function",
            bounds.as_ref(),
            &quote! {
                type Cotangents<'__c> = #places;
                type Tangents<'__t> = #tangents;
                const WORDS: ::core::primitive::usize = #words;
                type OwnTape = #private::#own_tape;
                type Sweeps = #way;
                #description
                #gradient
            },
        );
        quote!(#function #own #pure)
    }

    /// `impl Trait<arguments, result>` for that type.
    pub(super) fn implementation(&self, of: &str, bounds: Option<&WhereClause>, items: &TokenStream) -> TokenStream {
        let (private, of) = (private(), Ident::new(of, Span::call_site()));
        let (types, output, witness) = (self.argument_types(), self.output_outside(), self.witness());
        let generics = without_lifetimes(&self.generics());
        quote!(impl<'__a, #generics> #private::#of<#types, #output> for #witness #bounds { #items })
    }

    /// `(x, w)`, of the arguments.
    pub(super) fn pattern(&self) -> TokenStream {
        tuple(self.function.params.iter().map(|param| self.param_name(param)))
    }

    /// The bounds of the function and of the block around it.
    pub(super) fn all_bounds(&self) -> Option<WhereClause> {
        let mut bounds = self.bounds();
        if let Some(outer) = self.owner.and_then(|owner| owner.generics.where_clause.as_ref()) {
            let bounds = bounds.get_or_insert_with(|| syn::parse_quote!(where));
            bounds.predicates.extend(outer.predicates.iter().cloned());
        }
        // `Self` is another type there.
        let outside = bounds.map(|bounds| self.outside(quote!(#bounds)));
        let mut bounds: Option<WhereClause> = outside.and_then(|bounds| syn::parse2(bounds).ok());
        bounds.iter_mut().for_each(lasting_bounds);
        bounds
    }

    /// The types of the arguments, a tuple. All references have the lifetime `'__a`.
    pub(super) fn argument_types(&self) -> TokenStream {
        tuple(self.function.params.iter().map(|param| {
            let (reference, bare) = (&param.reference, self.bare_type_outside(param));
            lasting(&quote!(#reference #bare), of_arguments())
        }))
    }
}
