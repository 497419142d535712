//! Types and values that stand for generic parameters where a constant may not depend on these.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    GenericArgument, GenericParam, Generics, PathArguments, PredicateType, Type, TypeParamBound, WherePredicate,
};

use crate::library::private;
use crate::words::substitute;

/// A value or a type for every generic parameter.
pub(crate) fn stand_ins(generics: &Generics) -> Option<Vec<(String, TokenStream)>> {
    let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let mut bounds: HashMap<String, Vec<&TypeParamBound>> = HashMap::new();
    for predicate in clause {
        let WherePredicate::Type(PredicateType { bounded_ty: Type::Path(ty), bounds: more, .. }) = predicate else {
            return None;
        };
        bounds.entry(ty.path.get_ident()?.to_string()).or_default().extend(more);
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
            GenericParam::Type(param) => {
                let name = param.ident.to_string();
                let more = bounds.remove(&name).unwrap_or_default();
                all.push((name, stand_in(param.bounds.iter().chain(more))?));
            }
        }
    }
    // Those of functions name the others.
    let known: HashMap<String, TokenStream> = all.iter().cloned().collect();
    let all: Vec<_> = all.into_iter().map(|(name, value)| (name, substitute(value, &known))).collect();
    // A value in the place of a type is the user's mistake, which the compiler reports.
    let are_arguments = all.iter().all(|(_, value)| syn::parse2::<GenericArgument>(value.clone()).is_ok());
    // What is left are bounds on other types.
    (are_arguments && bounds.is_empty()).then_some(all)
}

/// A type that meets the bounds, if all of them are known to be met.
fn stand_in<'b>(bounds: impl Iterator<Item = &'b TypeParamBound>) -> Option<TokenStream> {
    let private = private();
    let mut ty = quote!(::core::primitive::f64);
    let (bounds, others): (Vec<_>, Vec<_>) = bounds.partition(|bound| matches!(bound, TypeParamBound::Trait(_)));
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else { continue };
        if bound.path.segments.len() != 1 {
            return None;
        }
        if let PathArguments::Parenthesized(of) = &bound.path.segments[0].arguments {
            let (lifetimes, inputs, output) = (&bound.lifetimes, &of.inputs, &of.output);
            ty = quote!(#lifetimes fn(#inputs) #output);
            continue;
        }
        match bound.path.segments[0].ident.to_string().as_str() {
            "Real" | "Element" | "Differentiable" | "Taped" | "Copy" | "Clone" | "Debug" | "Display" | "Default"
            | "PartialEq" | "PartialOrd" | "Send" | "Sync" | "Sized" => {}
            // A trait of that name whose types are those of values is the user's (`numbers.rs`).
            "Shape" | "Axis" if !others.is_empty() => return None,
            "Shape" => ty = quote!(()),
            "Axis" => ty = quote!(#private::One),
            _ => return None,
        }
    }
    Some(ty)
}
