//! Parameters that are functions: `f: impl Fn(X) -> R`, `F: Fn(X) -> R`, `fn(X) -> R`, references to them, `&dyn Fn(X) -> R`.
//!
//! Derived code takes a reference to a function that has a derivative, whatever the user's code takes. So it has another signature:
//!
//! ```text
//! // in
//! fn simpson(f: impl Fn(f64) -> f64, a: f64) -> f64
//! // out
//! fn simpson<__F0: Callable1<Moved<f64>, f64>>(f: &__F0, a: f64) -> f64
//! ```

use std::collections::HashMap;

use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    BareFnArg, FnArg, GenericParam, Ident, ParenthesizedGenericArguments, PathArguments, ReturnType, Signature, Token,
    Type, TypeParamBound, WherePredicate,
};

use crate::ir::{FunctionType, Passing};
use crate::report::Report;

/// Whether a parameter is a function.
pub(crate) fn takes_one(sig: &Signature) -> bool {
    !rewritten(sig, &mut Report::default()).functions.is_empty()
}

/// How many arguments the function may take.
pub(crate) const MOST: usize = 4;

/// A signature for derived code.
pub(crate) struct Rewritten {
    pub sig: Signature,
    /// That of the user's code, where every function has a type with a name.
    pub named: Signature,
    /// Which parameters are functions.
    pub functions: HashMap<usize, FunctionType>,
}

/// The signature for derived code.
pub(crate) fn rewritten(sig: &Signature, report: &mut Report) -> Rewritten {
    let mut users = sig.clone();
    let (mut sig, mut found) = (sig.clone(), HashMap::new());
    let mut named = named(&mut sig, report);
    for (i, input) in sig.inputs.iter_mut().enumerate() {
        let FnArg::Typed(typed) = input else { continue };
        let (ty, reference) = match &*typed.ty {
            Type::Reference(reference) => {
                let (and, mutability) = (&reference.and_token, &reference.mutability);
                (&*reference.elem, Some(quote!(#and #mutability)))
            }
            ty => (ty, None),
        };
        let function = match ty {
            Type::ImplTrait(of) => of.bounds.iter().find_map(of_bound).map(|of| of_parentheses(of, report)),
            Type::BareFn(of) => {
                Some(function_type(of.inputs.iter().map(|BareFnArg { ty, .. }| ty), &of.output, of, report))
            }
            Type::Path(path) => path.path.get_ident().and_then(|name| named.get(name)).cloned(),
            Type::TraitObject(of) => of.bounds.iter().find_map(of_bound).map(|of| of_parentheses(of, report)),
            _ => None,
        };
        let Some(function) = function else { continue };
        let object = matches!(ty, Type::TraitObject(_)).then(|| ty.to_token_stream());
        let mut function = FunctionType { reference, object, ..function };
        if !named.contains_key(&function.generic) {
            function.generic = format_ident!("__F{i}");
            name_type(&mut users, i, &function.generic);
            sig.generics.params.push(bounded(&function));
            named.insert(function.generic.clone(), function.clone());
        }
        let generic = &function.generic;
        *typed.ty = syn::parse_quote!(&#generic);
        if let syn::Pat::Ident(name) = &mut *typed.pat {
            name.mutability = None;
        }
        found.insert(i, function);
    }
    Rewritten { sig, named: users, functions: found }
}

/// Gives the types of parameters `impl Trait` names, but for functions.
pub(crate) fn name_types(sig: &mut Signature) {
    for i in 0..sig.inputs.len() {
        let Some(FnArg::Typed(typed)) = sig.inputs.iter().nth(i) else { continue };
        let ty = match &*typed.ty {
            Type::Reference(reference) => apart_from_parentheses(&reference.elem),
            ty => ty,
        };
        if matches!(ty, Type::ImplTrait(of) if !of.bounds.iter().any(|bound| of_bound(bound).is_some())) {
            let name = format_ident!("TypeOfArgument{i}", span = ty.span());
            name_type(sig, i, &name);
        }
    }
}

/// `impl A + B` of `&(impl A + B)`.
fn apart_from_parentheses(ty: &Type) -> &Type {
    match ty {
        Type::Paren(inner) => apart_from_parentheses(&inner.elem),
        ty => ty,
    }
}

/// Gives the type of a parameter `impl Fn(X) -> R` a name.
fn name_type(sig: &mut Signature, i: usize, name: &Ident) {
    let Some(FnArg::Typed(typed)) = sig.inputs.iter_mut().nth(i) else { return };
    let ty = match &mut *typed.ty {
        Type::Reference(reference) => &mut *reference.elem,
        ty => ty,
    };
    if let Type::ImplTrait(of) = apart_from_parentheses(ty) {
        let bounds = &of.bounds;
        sig.generics.params.push(syn::parse_quote!(#name: #bounds));
        *ty = syn::parse_quote!(#name);
    }
}

/// The type parameters that stand for functions; their bounds are those of derived code then.
fn named(sig: &mut Signature, report: &mut Report) -> HashMap<Ident, FunctionType> {
    let mut named = HashMap::new();
    let mut add = |name: &Ident, bounds: &Punctuated<TypeParamBound, Token![+]>, report: &mut Report| {
        if let Some(of) = bounds.iter().find_map(of_bound) {
            named.insert(name.clone(), FunctionType { generic: name.clone(), ..of_parentheses(of, report) });
        }
    };
    for param in sig.generics.type_params() {
        add(&param.ident, &param.bounds, report);
    }
    let name = |predicate: &WherePredicate| match predicate {
        WherePredicate::Type(predicate) => match &predicate.bounded_ty {
            Type::Path(path) => path.path.get_ident().cloned(),
            _ => None,
        },
        _ => None,
    };
    for predicate in sig.generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let (Some(name), WherePredicate::Type(predicate)) = (name(predicate), predicate) {
            add(&name, &predicate.bounds, report);
        }
    }
    for param in &mut sig.generics.params {
        if let GenericParam::Type(of) = param
            && let Some(function) = named.get(&of.ident)
        {
            *param = bounded(function);
        }
    }
    if let Some(clause) = &mut sig.generics.where_clause {
        clause.predicates = std::mem::take(&mut clause.predicates)
            .into_iter()
            .filter(|predicate| name(predicate).is_none_or(|name| !named.contains_key(&name)))
            .collect();
    }
    named
}

/// `F: Callable1<Moved<X>, R>`
fn bounded(function: &FunctionType) -> GenericParam {
    let (name, bound) = (&function.generic, function.bound());
    syn::parse_quote!(#name: #bound)
}

/// The arguments and the result in `Fn(X) -> R`.
pub(super) fn of_bound(bound: &TypeParamBound) -> Option<&ParenthesizedGenericArguments> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    let last = bound.path.segments.last()?;
    match &last.arguments {
        PathArguments::Parenthesized(of) if last.ident.to_string().starts_with("Fn") => Some(of),
        _ => None,
    }
}

fn of_parentheses(of: &ParenthesizedGenericArguments, report: &mut Report) -> FunctionType {
    function_type(of.inputs.iter(), &of.output, of, report)
}

fn function_type<'t>(
    inputs: impl Iterator<Item = &'t Type>,
    output: &ReturnType,
    whole: &dyn ToTokens,
    report: &mut Report,
) -> FunctionType {
    let mut arguments = Vec::new();
    for (i, ty) in inputs.enumerate() {
        match ty {
            Type::Reference(reference) => {
                let passing = if reference.mutability.is_some() { Passing::Changed } else { Passing::Borrowed };
                arguments.push(((*reference.elem).clone(), passing));
            }
            ty => arguments.push((ty.clone(), Passing::Moved)),
        }
        if i == MOST {
            report.refuse(ty, format!("a function with more than {MOST} arguments cannot be differentiated through\nhelp: let it take a tuple or a struct"));
        }
    }
    let result = match output {
        ReturnType::Type(_, ty) => (**ty).clone(),
        ReturnType::Default if arguments.iter().any(|(_, passing)| *passing == Passing::Changed) => {
            syn::parse_quote!(())
        }
        ReturnType::Default => {
            report.refuse(
                whole,
                "a function that returns nothing, and changes no argument, has no derivative\nhelp: let it return the result, or take `&mut`",
            );
            syn::parse_quote!(())
        }
    };
    FunctionType { generic: format_ident!("__F"), reference: None, object: None, arguments, result }
}
