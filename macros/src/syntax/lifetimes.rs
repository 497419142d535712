//! Signatures with one lifetime for all references of the arguments, as the library's traits have them.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{GenericParam, Generics, Lifetime, TypeReference, WhereClause};

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
pub(crate) fn lasting_bounds(bounds: &mut WhereClause) {
    let kept = std::mem::take(&mut bounds.predicates).into_iter();
    bounds.predicates = kept.filter(|bound| !matches!(bound, syn::WherePredicate::Lifetime(_))).collect();
    Lasting(of_arguments()).visit_where_clause_mut(bounds);
}

/// A type where all references have one lifetime.
pub(crate) fn lasting(ty: &TokenStream, lifetime: Lifetime) -> TokenStream {
    let Ok(mut parsed) = syn::parse2::<syn::Type>(ty.clone()) else { return ty.clone() };
    Lasting(lifetime).visit_type_mut(&mut parsed);
    quote!(#parsed)
}

/// `'__a`
pub(crate) fn of_arguments() -> Lifetime {
    Lifetime::new("'__a", Span::call_site())
}

/// The parameters of generics, without lifetimes and defaults.
pub(crate) fn without_lifetimes(generics: &Generics) -> TokenStream {
    let params = generics.params.iter().filter(|param| !matches!(param, GenericParam::Lifetime(_))).cloned();
    let params = params.map(|mut param| {
        Lasting(of_arguments()).visit_generic_param_mut(&mut param);
        param
    });
    quote!(#(#params),*)
}
