//! The function as the library knows it: the traits `Function` and `PureFunction`, which all calls are written for, once.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::visit_mut::VisitMut;
use syn::{GenericParam, Generics, Lifetime, TypeReference, WhereClause};

use super::calls::Calls;
use super::sweeps::Sweeps;
use super::{Unit, arguments, bare_or_tuple, private, tuple};

impl Unit<'_> {
    /// The type that implements them, with its generics: the struct beside the function, or one of its own.
    pub(super) fn witness(&self) -> TokenStream {
        let names = arguments(&self.generics());
        if self.owner.is_none() && names.is_empty() {
            return quote!(__This);
        }
        let name = self.witness_name();
        quote!(#name<#(#names),*>)
    }

    /// The type of its own.
    pub(super) fn witness_name(&self) -> Ident {
        format_ident!("DerivativeOf_{}", self.sig.ident)
    }

    /// Where the inherent functions are: `split`, `words_if_known`, `compared`.
    pub(super) fn home(&self) -> TokenStream {
        self.owner.map_or_else(
            || quote!(__This),
            |owner| {
                let ty = &owner.self_ty;
                quote!(<#ty>)
            },
        )
    }

    /// The struct of a generic function's own, `struct F<T, const N: usize>`.
    pub(super) fn declared_witness(&self) -> Option<TokenStream> {
        let generics = self.generics();
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
        Some(quote! {
            #[allow(non_camel_case_types)]
            pub struct #name<#(#declared),*>(::core::marker::PhantomData<fn() -> (#(#types,)*)>);
        })
    }

    /// The implementations of both traits, of the first alone where an argument is `&mut`.
    pub(super) fn implementations(&self) -> TokenStream {
        let private = private();
        let home = self.home();
        let bounds = self.all_bounds();
        let cotangents: Vec<_> = self.active_params().map(|param| self.cotangent_outside(param)).collect();
        let places = bare_or_tuple(&cotangents.iter().map(|ct| quote!(&'__c mut #ct)).collect::<Vec<_>>());
        let (_, tangents) = Calls::elsewhere(self, false).given_tangents();
        let of_tangents = Lifetime::new("'__t", Span::call_site());
        let tangents = tangents.iter().map(|ty| lasting(&self.outside(ty.clone()), of_tangents.clone()));
        let tangents = bare_or_tuple(&tangents.collect::<Vec<_>>());
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

/// Gives all references and lifetimes one lifetime.
struct Lasting(Lifetime);

impl VisitMut for Lasting {
    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        reference.lifetime.get_or_insert_with(|| self.0.clone());
        syn::visit_mut::visit_type_reference_mut(self, reference);
    }
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident != "static" {
            *lifetime = self.0.clone();
        }
    }
    fn visit_type_bare_fn_mut(&mut self, _: &mut syn::TypeBareFn) {}
    /// What is said for all lifetimes has its own.
    fn visit_predicate_type_mut(&mut self, predicate: &mut syn::PredicateType) {
        if predicate.lifetimes.is_none() {
            syn::visit_mut::visit_predicate_type_mut(self, predicate);
        }
    }
    fn visit_trait_bound_mut(&mut self, bound: &mut syn::TraitBound) {
        if bound.lifetimes.is_none() {
            syn::visit_mut::visit_trait_bound_mut(self, bound);
        }
    }
}

/// Bounds where all lifetimes are `'__a`.
pub(super) fn lasting_bounds(bounds: &mut WhereClause) {
    let kept = std::mem::take(&mut bounds.predicates).into_iter();
    bounds.predicates = kept.filter(|bound| !matches!(bound, syn::WherePredicate::Lifetime(_))).collect();
    Lasting(of_arguments()).visit_where_clause_mut(bounds);
}

/// A type where all references have one lifetime.
pub(super) fn lasting(ty: &TokenStream, lifetime: Lifetime) -> TokenStream {
    let Ok(mut parsed) = syn::parse2::<syn::Type>(ty.clone()) else { return ty.clone() };
    Lasting(lifetime).visit_type_mut(&mut parsed);
    quote!(#parsed)
}

/// `'__a`
pub(super) fn of_arguments() -> Lifetime {
    Lifetime::new("'__a", Span::call_site())
}

/// The parameters of generics, without lifetimes and defaults.
pub(super) fn without_lifetimes(generics: &Generics) -> TokenStream {
    let params = generics.params.iter().filter(|param| !matches!(param, GenericParam::Lifetime(_))).cloned();
    let params = params.map(|mut param| {
        Lasting(of_arguments()).visit_generic_param_mut(&mut param);
        param
    });
    quote!(#(#params),*)
}
