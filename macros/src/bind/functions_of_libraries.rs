//! Functions of `num_traits` and of `libm` by their paths: `num_traits::clamp(x, a, b)`, `NumCast::from(x)`, `Float::sqrt(x)`,
//! `<f64 as Float>::sqrt(x)`, `libm::erf(x)`.
//!
//! Their rules are those of `of_num_traits::Functions` and `of_libm::Functions`. That a path leads to the library the compiler checks.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::punctuated::Punctuated;
use syn::{ExprCall, ExprPath, Ident, Path, PathArguments, PathSegment, Token, parse_quote_spanned};

use super::Binder;
use crate::ir::{Method, Op};
use crate::naming::function_of_type;

/// A function of one of the libraries, as a path is spelled.
pub(super) struct Known {
    /// Where its rule is.
    of: ExprPath,
    name: Ident,
    /// The type that it gives, if the path says so.
    generics: Option<PathArguments>,
    /// That the path leads to it.
    pub claim: TokenStream,
}

/// The function that a path is spelled like.
pub(super) fn known(path: &ExprPath) -> Option<Known> {
    let mut of = path.path.clone();
    let function = of.segments.pop()?.into_value();
    of.segments.pop_punct();
    let (name, last) = (&function.ident, of.segments.last()?);
    let given = || generic_types(&function.arguments).and_then(|types| types.last().map(|ty| turbofish(ty)));
    match last.ident.to_string().as_str() {
        "NumCast" if name == "from" => {
            let ty = path.qself.as_ref().map(|qself| turbofish(&qself.ty));
            Some(of_trait(&of, last, name, &Ident::new("cast", name.span()), ty, true))
        }
        "Float" if name != "from" => Some(of_trait(&of, last, name, name, None, false)),
        _ if path.qself.is_some() => None,
        "libm" if is_of_libm(name) && function.arguments.is_none() => Some(of_libm(path, name)),
        _ if !is_library(&of) => None,
        _ if name == "clamp" || name == "pow" => Some(free(&of, name, 1, None)),
        _ if name == "cast" => Some(free(&of, name, 2, given())),
        _ => None,
    }
}

/// The functions of `libm` for `f64` that have a rule, in the order of their names. Those for `f32` have an `f` behind.
const OF_LIBM: [&str; 38] = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf",
    "erfc", "exp", "exp2", "expm1", "fabs", "floor", "fma", "fmax", "fmin", "fmod", "hypot", "log", "log10", "log1p",
    "log2", "pow", "rint", "round", "sin", "sincos", "sinh", "sqrt", "tan", "tanh", "trunc",
];

fn is_of_libm(name: &Ident) -> bool {
    let name = name.to_string();
    let is_one = |name: &str| OF_LIBM.binary_search(&name).is_ok();
    is_one(&name) || name.strip_suffix('f').is_some_and(is_one)
}

fn of_libm(path: &ExprPath, name: &Ident) -> Known {
    let claim = quote_spanned! {name.span()=>
        let _ = ::cotangent::generated::the_same(#path, ::cotangent::generated::of_libm::#name);
    };
    let of = parse_quote_spanned!(name.span()=> ::cotangent::generated::of_libm::Functions);
    Known { of, name: name.clone(), generics: None, claim }
}

/// Where the rules of the functions of `num_traits` are.
fn of_num_traits(name: &Ident) -> ExprPath {
    parse_quote_spanned!(name.span()=> ::cotangent::generated::of_num_traits::Functions)
}

/// Whether a path is spelled like that of `num_traits`.
fn is_library(path: &Path) -> bool {
    path.segments.first().is_some_and(|first| first.ident == "num_traits" || first.ident == "num")
}

/// A function outside of a type, generic over some types.
fn free(of: &Path, name: &Ident, types: usize, generics: Option<PathArguments>) -> Known {
    let types = std::iter::repeat_n(quote_spanned!(name.span()=> ::core::primitive::f64), types);
    let types: Punctuated<_, Token![,]> = types.collect();
    let claim = quote_spanned! {name.span()=>
        let _ = ::cotangent::generated::the_same(
            #of::#name::<#types>,
            ::cotangent::generated::of_num_traits::#name::<#types>,
        );
    };
    Known { of: of_num_traits(name), name: name.clone(), generics, claim }
}

/// A function of a trait. The rule is called after `rule`.
fn of_trait(
    of: &Path,
    known: &PathSegment,
    name: &Ident,
    rule: &Ident,
    generics: Option<PathArguments>,
    is_generic: bool,
) -> Known {
    let (span, known) = (name.span(), &known.ident);
    let types = is_generic.then(|| quote_spanned!(span=> ::<::core::primitive::f64>));
    let claim = quote_spanned! {span=>
        let _ = ::cotangent::generated::the_same(
            <::core::primitive::f64 as #of>::#name #types,
            <::core::primitive::f64 as ::cotangent::generated::of_num_traits::#known>::#name #types,
        );
    };
    Known { of: of_num_traits(name), name: rule.clone(), generics, claim }
}

fn generic_types(arguments: &PathArguments) -> Option<Vec<&syn::Type>> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    let types = arguments.args.iter().map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

fn turbofish(ty: &syn::Type) -> PathArguments {
    PathArguments::AngleBracketed(syn::parse_quote!(::<#ty>))
}

impl Binder<'_> {
    /// A call of such a function.
    pub(super) fn function_of_library(&mut self, call: &ExprCall, path: &ExprPath) -> Option<Op> {
        let Known { of, name, generics, claim } = known(path)?;
        self.verbatim(claim);
        let operands = self.operands_of_rule(&call.args);
        let (link, either) = (self.link(), Vec::new());
        let name = function_of_type(&name);
        Some(Op::Method(Method { of: Some(of), name, generics, operands, link, is_call: false, either }))
    }
}
