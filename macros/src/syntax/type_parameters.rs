//! The generic parameters of a function and their bounds, and those of an `impl` block of a trait: `impl<T: Float> Easing<T> for Back`.
//!
//! In an inherent block each parameter must be one of the type. So those that only the trait has become parameters of the method.

use quote::ToTokens;
use syn::{GenericParam, Generics, Ident, ImplItemFn, ItemImpl, Type, TypeParamBound, WherePredicate};

use crate::words::words;

/// Moves the parameters that the type has not to the method.
pub(crate) fn handed_down(block: &mut ItemImpl, method: &mut ImplItemFn) {
    let of_the_type = words(block.self_ty.to_token_stream());
    let Generics { params, where_clause, .. } = &mut block.generics;
    let (kept, moved): (Vec<_>, Vec<_>) = std::mem::take(params).into_iter().partition(|param| match param {
        GenericParam::Type(param) => of_the_type.contains(&param.ident),
        GenericParam::Const(param) => of_the_type.contains(&param.ident),
        GenericParam::Lifetime(_) => true,
    });
    params.extend(kept);
    if moved.is_empty() {
        return;
    }
    let names: Vec<_> = moved.iter().filter_map(name).collect();
    if let Some(clause) = where_clause {
        let (moved, kept): (Vec<WherePredicate>, Vec<_>) = std::mem::take(&mut clause.predicates)
            .into_iter()
            .partition(|predicate| words(predicate.to_token_stream()).iter().any(|word| names.contains(word)));
        clause.predicates.extend(kept);
        method.sig.generics.make_where_clause().predicates.extend(moved);
    }
    let own = std::mem::take(&mut method.sig.generics.params);
    let (lifetimes, others): (Vec<_>, Vec<_>) =
        own.into_iter().partition(|param| matches!(param, GenericParam::Lifetime(_)));
    method.sig.generics.params.extend(lifetimes.into_iter().chain(moved).chain(others));
}

/// The generics of a method that are its own: those that were moved to it are in the path of the trait.
pub(crate) fn own(generics: &Generics, owner: Option<&ItemImpl>) -> Generics {
    let of_the_trait = owner.and_then(|owner| owner.trait_.as_ref()).map(|(_, of, _)| words(of.to_token_stream()));
    let mut own = generics.clone();
    own.params = own
        .params
        .into_iter()
        .filter(|param| name(param).is_none_or(|name| of_the_trait.as_ref().is_none_or(|words| !words.contains(&name))))
        .collect();
    own
}

/// The bounds of type parameters, wherever they are written.
pub(crate) fn bounds(generics: &Generics) -> Vec<(&Ident, &TypeParamBound)> {
    let mut all: Vec<_> =
        generics.type_params().flat_map(|param| param.bounds.iter().map(|bound| (&param.ident, bound))).collect();
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let WherePredicate::Type(of) = predicate
            && let Type::Path(path) = &of.bounded_ty
            && let Some(name) = path.path.get_ident()
        {
            all.extend(of.bounds.iter().map(|bound| (name, bound)));
        }
    }
    all
}

fn name(param: &GenericParam) -> Option<Ident> {
    match param {
        GenericParam::Type(param) => Some(param.ident.clone()),
        GenericParam::Const(param) => Some(param.ident.clone()),
        GenericParam::Lifetime(_) => None,
    }
}
