//! Which type parameters are number types, and the bounds that derived code has on them.
//!
//! A function that is generic over `T: num_traits::Float`, or over any trait that is not the library's, keeps its bounds. Those of the
//! derived code bring no names into scope (`core/src/scalar/real/dictionary.rs`). Which parameter is a number is a guess from the
//! signature: where it is wrong, a call with another type is an error that says so.

use proc_macro2::TokenTree;
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{
    Block, ExprPath, FnArg, GenericArgument, Generics, Ident, ItemImpl, Path, PathArguments, ReturnType, Signature,
    Type, TypeParamBound, WherePredicate, parse_quote,
};

use crate::accept::owners::has_halves_in_the_trait;
use crate::accept::signature::is_tensor;
use crate::library::private_path;
use crate::naming::any_implementation;
use crate::words::{each_word, words};

/// Bounds of the library: with one of them the function says itself what it needs.
const OWN: [&str; 8] = ["Real", "Differentiable", "Tangent", "Taped", "Element", "Shape", "Axis", "Leaves"];

/// Bounds of numbers in `core`, beside those of [`WORDS`].
const OF_NUMBERS: [&str; 15] = [
    "Zero",
    "One",
    "Signed",
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "AddAssign",
    "SubAssign",
    "MulAssign",
    "DivAssign",
    "PartialOrd",
    "Sum",
];

/// Words in the names of traits of numbers: `RealField`, `FromPrimitive`, `FloatType`.
const WORDS: [&str; 6] = ["Float", "Real", "Scalar", "Num", "Field", "Primitive"];

/// Types that hold values of their parameters and no others.
const HOLDERS: [&str; 4] = ["Option", "Vec", "Result", "Box"];

/// Bounds that types of no values have too, such as units.
const OF_ANY_TYPE: [&str; 10] =
    ["Clone", "Copy", "Debug", "Default", "PartialEq", "Eq", "Hash", "Send", "Sync", "Sized"];

/// A function as derived code has it: its signature and body, and the block around it.
pub(crate) fn bounded(sig: &Signature, body: &Block, owner: Option<&ItemImpl>) -> (Signature, Block, Option<ItemImpl>) {
    let (mut sig, mut body, mut owner) = (sig.clone(), body.clone(), owner.cloned());
    let (before, has_self) = (sig.clone(), sig.receiver().is_some());
    let mut paths = Paths(Vec::new());
    if let Some(owner) = &mut owner {
        let this = has_self.then(|| (*owner.self_ty).clone());
        let is_any = is_any_implementation(owner);
        let before_those = owner.generics.make_where_clause().predicates.len();
        bound(&mut owner.generics, &before, this.as_ref(), is_any, &mut paths);
        if has_halves_in_the_trait(owner) {
            // They hold for the method, not for the block.
            let added =
                owner.generics.where_clause.iter().flat_map(|clause| clause.predicates.iter().skip(before_those));
            sig.generics.make_where_clause().predicates.extend(added.map(of_self));
        }
    }
    bound(&mut sig.generics, &before, None, false, &mut paths);
    let types = of_associated_types(&sig, owner.as_ref());
    if !types.is_empty() {
        sig.generics.make_where_clause().predicates.extend(types);
    }
    if !paths.0.is_empty() {
        paths.visit_block_mut(&mut body);
    }
    (sig, body, owner)
}

/// Whether a block stands for the declaration of a trait.
fn is_any_implementation(owner: &ItemImpl) -> bool {
    owner.generics.type_params().any(|param| param.ident == any_implementation())
}

/// Whether a method takes `&mut self`, of which derived code has a copy.
pub(crate) fn has_mutable_self(sig: &Signature) -> bool {
    sig.receiver().is_some_and(|this| this.reference.is_some() && this.mutability.is_some())
}

/// The same with `Self` for any implementation.
pub(crate) fn of_self(predicate: &WherePredicate) -> WherePredicate {
    let this = any_implementation();
    let code = each_word(predicate.to_token_stream(), &mut |token| match token {
        TokenTree::Ident(word) if word == this => quote!(Self),
        other => other.into(),
    });
    syn::parse2(code).unwrap_or_else(|_| predicate.clone())
}

/// The bounds that derived code has on a type of numbers.
pub(crate) fn bounds_of_number(name: &Ident) -> [WherePredicate; 2] {
    let scalar = quote!(::cotangent::generated::Scalar);
    [
        parse_quote!(#name: #scalar<Itself = #name>),
        parse_quote! {
            ::cotangent::generated::Dictionary<<#name as #scalar>::Itself>:
                ::cotangent::generated::Functions<Number = #name>
        },
    ]
}

fn bound(generics: &mut Generics, sig: &Signature, this: Option<&Type>, is_any: bool, paths: &mut Paths) {
    let is_known = |name: &Ident| of(generics).iter().any(|ty| matches!(ty, Type::Path(ty) if ty.path.is_ident(name)));
    let (numbers, others): (Vec<_>, Vec<_>) = generics
        .type_params()
        .map(|param| param.ident.clone())
        .filter(|name| !is_known(name))
        .partition(|name| *name != any_implementation() && is_number(name, generics, sig, this));
    let others = others.iter().filter(|name| **name != any_implementation());
    let values: Vec<_> = others.filter_map(|name| of_values(name, generics, sig, this, is_any)).collect();
    if !values.is_empty() {
        generics.make_where_clause().predicates.extend(values);
    }
    for name in numbers {
        paths.0.extend(bounds_of(&name, generics).into_iter().map(|bound| (bound.path.clone(), name.clone())));
        generics.make_where_clause().predicates.extend(bounds_of_number(&name));
        if is_inside(&name, sig, this) {
            generics.make_where_clause().predicates.push(parse_quote! {
                ::cotangent::generated::Dictionary<#name>: ::cotangent::generated::Functions<Number = #name>
            });
        }
    }
}

/// Whether a number type is inside of another type, `Vector3<T>`. The derivative of that may be there for a `Real` only, which the compiler
/// must know before it has looked up what `T::Itself` is.
fn is_inside(name: &Ident, sig: &Signature, this: Option<&Type>) -> bool {
    let mut look = Look { name, apart: false, inside: false };
    active(sig).filter(|ty| !is_whole(ty, name)).for_each(|ty| look.visit_type(ty));
    if let ReturnType::Type(_, ty) = &sig.output {
        look.visit_type(ty);
    }
    this.iter().for_each(|ty| look.visit_type(ty));
    look.inside
}

/// The number types of a derived signature: those with the bounds above.
pub(crate) fn of(generics: &Generics) -> Vec<&Type> {
    let Some(clause) = &generics.where_clause else { return Vec::new() };
    let is_scalar = |bound: &TypeParamBound| {
        let TypeParamBound::Trait(bound) = bound else { return false };
        let segments = &bound.path.segments;
        segments.first().is_some_and(|first| first.ident == "cotangent")
            && segments.last().is_some_and(|last| last.ident == "Scalar")
    };
    let predicates = clause.predicates.iter().filter_map(|predicate| match predicate {
        WherePredicate::Type(of) if of.bounds.iter().any(is_scalar) => Some(&of.bounded_ty),
        _ => None,
    });
    predicates.collect()
}

/// The bounds of number types: `Float::sin(x)` and `<T as Float>::sin(x)` are `T::sin(x)`.
struct Paths(Vec<(Path, Ident)>);

impl VisitMut for Paths {
    fn visit_expr_path_mut(&mut self, path: &mut ExprPath) {
        let mut of = path.path.clone();
        let Some(function) = of.segments.pop() else { return };
        of.segments.pop_punct();
        let text = |path: &Path| path.to_token_stream().to_string();
        let written = text(&of);
        let mut found = self.0.iter().filter(|(bound, _)| text(bound) == written);
        if let (Some((_, number)), None) = (found.next(), found.next()) {
            let function = function.into_value();
            (path.qself, path.path) = (None, parse_quote!(#number::#function));
        }
    }
}

/// Whether a type parameter is that of a number, as far as the signature tells.
fn is_number(name: &Ident, generics: &Generics, sig: &Signature, this: Option<&Type>) -> bool {
    let bounds = bounds_of(name, generics);
    if !is_of_others(&bounds) {
        return false;
    }
    let mut look = Look { name, apart: false, inside: false };
    let (mut whole, mut by_value) = (0, false);
    for ty in active(sig) {
        if is_whole(ty, name) {
            whole += 1;
            by_value |= matches!(ty, Type::Path(_));
        } else {
            look.visit_type(ty);
        }
    }
    let mut result = Look { name, apart: false, inside: false };
    if let ReturnType::Type(_, ty) = &sig.output {
        result.visit_type(ty);
    }
    let is_of_numbers = bounds.iter().filter_map(|bound| bound.path.segments.last()).any(|last| {
        let bound = last.ident.to_string();
        OF_NUMBERS.contains(&bound.as_str()) || WORDS.iter().any(|word| bound.contains(word))
    });
    let (apart, mut inside) = (look.apart || result.apart, look.inside || result.inside);
    if let Some(this) = this {
        let mut look = Look { name, apart: false, inside: false };
        look.visit_type(this);
        inside |= look.apart || look.inside;
    }
    if is_of_numbers {
        return apart || whole > 0 || inside;
    }
    // Of a trait of another name: where it gives such a number, and is not beside numbers of a known type.
    let is_beside_others =
        active(sig).any(|ty| words(ty.to_token_stream()).iter().any(|word| word == "f32" || word == "f64"));
    !is_beside_others && (result.apart || by_value && (whole > 1 || inside || look.apart))
}

/// What holds for a type parameter of values that are no numbers. They are differentiable, as traits with the attribute say of their
/// implementations; and the calls that users make want cotangents that borrow nothing.
///
/// Those of the declaration of a trait need no bounds.
fn of_values(
    name: &Ident,
    generics: &Generics,
    sig: &Signature,
    this: Option<&Type>,
    is_any: bool,
) -> Option<WherePredicate> {
    let mut look = Look { name, apart: false, inside: false };
    active(sig).for_each(|ty| look.visit_type(ty));
    let differentiable = look.apart.then(|| quote!(::cotangent::generated::Differentiable+));
    let is_moved = active(sig).any(|ty| matches!(ty, Type::Path(path) if path.path.is_ident(name)));
    let clone = is_moved.then(|| quote!(::core::clone::Clone+));
    this.iter().for_each(|ty| look.visit_type(ty));
    let bounds = bounds_of(name, generics);
    // There may be others of this type, which are kept.
    let mut result = Look { name, apart: false, inside: false };
    if let ReturnType::Type(_, ty) = &sig.output {
        result.visit_type(ty);
    }
    if look.apart && !bounds.is_empty() && bounds.iter().all(|bound| is_own(bound) && !is_static(bound)) {
        return Some(parse_quote!(#name: 'static));
    }
    let is_of_any_type = |bound: &&syn::TraitBound| {
        bound.path.segments.last().is_some_and(|last| OF_ANY_TYPE.iter().any(|known| last.ident == known))
    };
    if !look.apart && !result.apart && !is_any && bounds.iter().all(is_of_any_type) {
        return None;
    }
    let is_used = look.apart || look.inside || is_any && (result.apart || result.inside);
    let is_value = is_used && (is_of_others(&bounds) || is_any && bounds.is_empty());
    let is_kept = result.apart || result.inside || bounds.iter().any(|bound| is_copied(bound));
    let kept = is_kept.then(|| {
        let private = private_path();
        quote!(#private::KeptOnTape +)
    });
    is_value.then(|| parse_quote!(#name: #differentiable #kept #clone 'static))
}

/// Whether a trait is that of values that can be copied.
pub(crate) fn is_copied(of: &syn::TraitBound) -> bool {
    of.path.segments.last().is_some_and(|last| last.ident == "Clone" || last.ident == "Copy")
}

/// What holds for the types that traits lead to, `D::Point`, where they are those of a parameter with a derivative or of the result: they
/// are differentiable.
fn of_associated_types(sig: &Signature, owner: Option<&ItemImpl>) -> Vec<WherePredicate> {
    struct Look(Vec<Ident>, Vec<Type>);
    impl<'ast> Visit<'ast> for Look {
        fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
            let first = ty.path.segments.first().map(|first| &first.ident);
            let is_new =
                || !self.1.iter().any(|known| known.to_token_stream().to_string() == ty.to_token_stream().to_string());
            if ty.path.segments.len() == 2 && first.is_some_and(|first| self.0.contains(first)) && is_new() {
                self.1.push(ty.clone().into());
            }
            // Inside of another type it may be a shape.
            if ty.path.segments.last().is_some_and(|last| HOLDERS.iter().any(|known| last.ident == known)) {
                visit::visit_type_path(self, ty);
            }
        }
    }
    let generics = owner.map(|owner| &owner.generics).into_iter().chain([&sig.generics]);
    let mut names: Vec<_> = generics.flat_map(Generics::type_params).map(|param| param.ident.clone()).collect();
    if names.contains(&any_implementation()) {
        names.push(Ident::new("Self", proc_macro2::Span::call_site()));
    }
    let mut look = Look(names, Vec::new());
    active(sig).for_each(|ty| look.visit_type(ty));
    if let ReturnType::Type(_, ty) = &sig.output {
        look.visit_type(ty);
    }
    look.1.iter().map(|ty| parse_quote!(#ty: ::cotangent::generated::Differentiable)).collect()
}

/// The types of the parameters that are not `#[constant]`.
fn active(sig: &Signature) -> impl Iterator<Item = &Type> {
    sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) if !typed.attrs.iter().any(|attr| attr.path().is_ident("constant")) => Some(&*typed.ty),
        _ => None,
    })
}

/// Whether there are bounds, all of traits that are not the library's and not of functions.
fn is_of_others(bounds: &[&syn::TraitBound]) -> bool {
    let is_function = |bound: &&syn::TraitBound| {
        bound.path.segments.last().is_some_and(|last| {
            matches!(last.arguments, PathArguments::Parenthesized(_)) || last.ident.to_string().starts_with("Callable")
        })
    };
    !bounds.is_empty() && !bounds.iter().any(|bound| is_own(bound) || is_function(bound))
}

/// The traits that bound a type parameter.
fn bounds_of<'g>(name: &Ident, generics: &'g Generics) -> Vec<&'g syn::TraitBound> {
    let own = generics.type_params().filter(|param| param.ident == *name).flat_map(|param| &param.bounds);
    let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let more = clause
        .filter_map(|predicate| match predicate {
            WherePredicate::Type(ty) if matches!(&ty.bounded_ty, Type::Path(path) if path.path.is_ident(name)) => {
                Some(&ty.bounds)
            }
            _ => None,
        })
        .flatten();
    own.chain(more)
        .filter_map(|bound| match bound {
            TypeParamBound::Trait(bound) => Some(bound),
            _ => None,
        })
        .collect()
}

/// Whether a type parameter has no bound of the library.
pub(crate) fn has_other_parameters(generics: &Generics) -> bool {
    generics.type_params().any(|param| !bounds_of(&param.ident, generics).into_iter().any(is_own))
}

/// Whether a bound is the library's: a trait of its name, but for that of `num_traits`.
fn is_own(bound: &syn::TraitBound) -> bool {
    let is_elsewhere = bound.path.segments.first().is_some_and(|first| first.ident.to_string().starts_with("num"));
    !is_elsewhere && bound.path.segments.last().is_some_and(|last| OWN.iter().any(|known| last.ident == known))
}

/// Whether a trait of the library says itself that its types borrow nothing.
fn is_static(bound: &syn::TraitBound) -> bool {
    bound.path.segments.last().is_some_and(|last| ["Real", "Element", "Taped"].iter().any(|known| last.ident == known))
}

/// `T`, `&T`, `&mut T`
fn is_whole(ty: &Type, name: &Ident) -> bool {
    match ty {
        Type::Reference(reference) => is_whole(&reference.elem, name),
        Type::Path(path) => path.path.is_ident(name),
        _ => false,
    }
}

/// Looks for a type parameter: `apart`, in arrays and the like, or `inside` of other types.
struct Look<'n> {
    name: &'n Ident,
    apart: bool,
    inside: bool,
}

impl<'ast> Visit<'ast> for Look<'_> {
    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        if ty.path.is_ident(self.name) {
            self.apart = true;
            return;
        }
        let Some(last) = ty.path.segments.last() else { return };
        let holds = HOLDERS.iter().any(|known| last.ident == known);
        let before = (self.apart, self.inside);
        if is_tensor(&last.ident) {
            if let PathArguments::AngleBracketed(held) = &last.arguments
                && let Some(GenericArgument::Type(number)) = held.args.first()
            {
                self.visit_type(number);
            }
            return;
        }
        visit::visit_type_path(self, ty);
        if !holds {
            self.inside = before.1 || self.inside || self.apart;
            self.apart = before.0;
        }
    }
}
