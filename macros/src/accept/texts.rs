//! Parameters of any type that gives text, `name: impl Into<String>`: they are `#[constant]`, as those of the type `String`.

use quote::ToTokens;
use syn::{
    FnArg, GenericArgument, PathArguments, Signature, TraitBound, Type, TypeParamBound, WherePredicate, parse_quote,
};

/// Marks them.
pub(crate) fn mark(sig: &mut Signature) {
    let generics = sig.generics.clone();
    for input in &mut sig.inputs {
        let FnArg::Typed(typed) = input else { continue };
        let ty = if let Type::Reference(reference) = &*typed.ty { &reference.elem } else { &typed.ty };
        let is_text = match &**ty {
            Type::ImplTrait(of) => of.bounds.iter().any(gives_text),
            Type::Path(name) => {
                let name = name.to_token_stream().to_string();
                let own = generics.type_params().filter(|param| param.ident == name).flat_map(|param| &param.bounds);
                let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
                let more = clause.filter_map(|predicate| match predicate {
                    WherePredicate::Type(of) if of.bounded_ty.to_token_stream().to_string() == name => Some(&of.bounds),
                    _ => None,
                });
                own.chain(more.flatten()).any(gives_text)
            }
            _ => false,
        };
        if is_text && !typed.attrs.iter().any(|attr| attr.path().is_ident("constant")) {
            typed.attrs.push(parse_quote!(#[constant]));
        }
    }
}

fn gives_text(bound: &TypeParamBound) -> bool {
    matches!(bound, TypeParamBound::Trait(bound) if is_of_text(bound))
}

/// `Into<String>`, `AsRef<str>`, `ToString`
pub(crate) fn is_of_text(TraitBound { path, .. }: &TraitBound) -> bool {
    let Some(last) = path.segments.last() else { return false };
    let of = |text: &str| {
        matches!(&last.arguments, PathArguments::AngleBracketed(of)
            if matches!(of.args.first(), Some(GenericArgument::Type(Type::Path(ty))) if ty.path.is_ident(text)))
    };
    last.ident == "Into" && of("String") || last.ident == "AsRef" && of("str") || last.ident == "ToString"
}
