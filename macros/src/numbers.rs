//! Which type parameters are number types, and the bounds that derived code has on them.
//!
//! A function that is generic over `T: num_traits::Float`, or over any trait that is not the library's, keeps its bounds. Those of the
//! derived code bring no names into scope (`core/src/scalar/real/dictionary.rs`). Which parameter is a number is a guess from the
//! signature: where it is wrong, a call with another type is an error that says so.

mod operators_of_values;

use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{
    Block, ExprPath, FnArg, GenericArgument, Generics, Ident, ImplItem, ItemImpl, Path, PathArguments, ReturnType,
    Signature, Type, TypeParamBound, WherePredicate, parse_quote,
};

use crate::accept::owners::has_halves_in_the_trait;
use crate::accept::signature::is_tensor;
use crate::accept::texts;
use crate::naming::any_implementation;
use crate::words::{replaced, words};

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
        let shown = shown_by(owner);
        bound(&mut owner.generics, &before, this.as_ref(), &Guess { is_any, shown }, &mut paths);
        if has_halves_in_the_trait(owner) {
            // They hold for the method, not for the block.
            let added =
                owner.generics.where_clause.iter().flat_map(|clause| clause.predicates.iter().skip(before_those));
            sig.generics.make_where_clause().predicates.extend(added.map(of_self));
        }
    }
    bound(&mut sig.generics, &before, None, &Guess::default(), &mut paths);
    let types = of_associated_types(&sig, owner.as_ref());
    if !types.is_empty() {
        sig.generics.make_where_clause().predicates.extend(types);
    }
    if !paths.0.is_empty() {
        paths.visit_block_mut(&mut body);
    }
    (sig, body, owner)
}

/// What beside a signature tells whether a type parameter is one of values.
#[derive(Default)]
struct Guess {
    /// They are those of a trait: it may be one without any bound.
    is_any: bool,
    /// These are.
    shown: Vec<Ident>,
}

/// The parameters of a block of which its functions take or give a value: `x(&self) -> T` shows that `swapped(&self) -> Self` has some too.
fn shown_by(owner: &ItemImpl) -> Vec<Ident> {
    let types = owner.items.iter().flat_map(|item| match item {
        ImplItem::Fn(method) => active(&method.sig).chain(result(&method.sig)).collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    let types: Vec<_> = types.collect();
    let is_shown = |name: &&Ident| Look::at(name, types.iter().copied()).apart;
    owner.generics.type_params().map(|param| &param.ident).filter(is_shown).cloned().collect()
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
    let code = replaced(predicate.to_token_stream(), &any_implementation(), &quote!(Self));
    parse_quote!(#code)
}

/// Whether a bound names the library by the path that derived code has for it.
pub(crate) fn is_of_derived_code(predicate: &WherePredicate) -> bool {
    words(predicate.to_token_stream()).iter().any(|word| word == "cotangent")
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

fn bound(generics: &mut Generics, sig: &Signature, this: Option<&Type>, guess: &Guess, paths: &mut Paths) {
    let is_known = |name: &Ident| of(generics).iter().any(|ty| is_named(ty, name));
    let (numbers, others): (Vec<_>, Vec<_>) = generics
        .type_params()
        .map(|param| param.ident.clone())
        .filter(|name| *name != any_implementation() && !is_known(name))
        .partition(|name| is_number(name, generics, sig, this));
    let values: Vec<_> = others.iter().filter_map(|name| of_values(name, generics, sig, this, guess)).collect();
    let operators = operators_of_values::rules(generics, &others);
    let conversions = others.iter().flat_map(|name| conversions_of(name, generics, sig));
    let bounds: Vec<_> = values.into_iter().chain(conversions).chain(operators).collect();
    if !bounds.is_empty() {
        generics.make_where_clause().predicates.extend(bounds);
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

/// The type parameters whose operators may be those of vectors.
pub(crate) fn vectors(generics: &Generics) -> impl Iterator<Item = &Ident> {
    let names = generics.type_params().map(|param| &param.ident);
    names.filter(|name| operators_of_values::is_with_another(name, generics))
}

/// Whether a number type is inside of another type, `Vector3<T>`. The derivative of that may be there for a `Real` only, which the compiler
/// must know before it has looked up what `T::Itself` is.
fn is_inside(name: &Ident, sig: &Signature, this: Option<&Type>) -> bool {
    Look::at(name, active(sig).chain(result(sig)).chain(this)).inside
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
pub(crate) fn is_number(name: &Ident, generics: &Generics, sig: &Signature, this: Option<&Type>) -> bool {
    let bounds = bounds_of(name, generics);
    if !is_of_others(&bounds) || bounds.iter().all(|bound| ends_in(&bound.path, &OF_ANY_TYPE)) {
        return false;
    }
    let (whole, parts): (Vec<_>, Vec<_>) = active(sig).partition(|ty| is_whole(ty, name));
    let by_value = whole.iter().any(|ty| is_named(ty, name));
    let (parts, result, this) = (Look::at(name, parts), Look::at(name, result(sig)), Look::at(name, this));
    if operators_of_values::is_with_another(name, generics) {
        return false;
    }
    let is_of_numbers = bounds.iter().any(|bound| ends_in(&bound.path, &OF_NUMBERS) || is_named_like_numbers(bound));
    let inside = parts.inside || result.inside || this.apart || this.inside;
    if is_of_numbers {
        return parts.apart || result.apart || !whole.is_empty() || inside;
    }
    // Of a trait of another name: where it gives such a number, and is not beside numbers of a known type.
    if bounds.iter().any(|bound| converted(bound).is_some()) {
        return false;
    }
    let is_beside_others =
        active(sig).any(|ty| words(ty.to_token_stream()).iter().any(|word| word == "f32" || word == "f64"));
    !is_beside_others && (result.apart || by_value && (whole.len() > 1 || inside || parts.apart))
}

/// Whether a type is such a parameter of a block or a trait.
pub(crate) fn is_one_of(ty: &Type, generics: &Generics, sig: &Signature) -> bool {
    generics.type_params().any(|param| is_named(ty, &param.ident) && is_number(&param.ident, generics, sig, None))
}

/// Whether the name of a trait has a word for numbers.
fn is_named_like_numbers(bound: &syn::TraitBound) -> bool {
    let name = bound.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    WORDS.iter().any(|word| name.contains(word))
}

/// What holds for a type parameter of values that are no numbers. They are differentiable, as traits with the attribute say of their
/// implementations; and the calls that users make want cotangents that borrow nothing.
fn of_values(
    name: &Ident,
    generics: &Generics,
    sig: &Signature,
    this: Option<&Type>,
    guess: &Guess,
) -> Option<WherePredicate> {
    let Guess { is_any, ref shown } = *guess;
    let is_changed_inside = this.is_some() && has_mutable_self(sig);
    let (arguments, result, this) = (Look::at(name, active(sig)), Look::at(name, result(sig)), Look::at(name, this));
    let bounds = bounds_of(name, generics);
    let is_apart = arguments.apart || this.apart;
    if is_apart && !bounds.is_empty() && bounds.iter().all(|bound| is_own(bound) && !is_static(bound)) {
        return Some(parse_quote!(#name: 'static));
    }
    let may_be_a_unit = !is_apart && !result.apart && !is_any && !shown.contains(name);
    if may_be_a_unit && bounds.iter().all(|bound| ends_in(&bound.path, &OF_ANY_TYPE)) {
        let is_part = arguments.inside || this.inside;
        return is_part.then(|| parse_quote!(#name: 'static));
    }
    let is_given = result.apart || result.inside;
    let is_used = is_apart || arguments.inside || this.inside || is_any && is_given;
    let is_value = is_of_others(&bounds) || bounds.is_empty();
    let inputs = &sig.inputs;
    let has_values = this.apart || this.inside || words(quote!(#inputs)).iter().any(|word| word == name);
    if !has_values && may_be_a_unit && is_of_others(&bounds) {
        // The functions of its traits are called by their paths, `L::loss(..)`.
        return Some(parse_quote!(#name: 'static));
    }
    if !is_used || !is_value {
        return None;
    }
    // There may be more values of this type than the arguments, which are kept; those that change are kept too.
    let is_moved = Look::at(name, active(sig).filter(|ty| !matches!(ty, Type::Reference(_)))).apart;
    let is_changed = active(sig).any(|ty| matches!(ty, Type::Reference(place) if place.mutability.is_some()));
    let is_kept = is_given
        || is_moved
        || arguments.apart && is_changed
        || is_changed_inside
        || bounds.iter().any(|bound| is_copied(bound) || is_of_a_type(bound));
    let differentiable = arguments.apart.then(|| quote!(::cotangent::generated::Differentiable+));
    let kept = is_kept.then(|| quote!(::cotangent::generated::KeptOnTape+));
    let clone = is_moved.then(|| quote!(::core::clone::Clone+));
    Some(parse_quote!(#name: #differentiable #kept #clone 'static))
}

/// Whether derived code keeps values of this parameter.
pub(crate) fn is_kept(name: &Ident, generics: &Generics) -> bool {
    bounds_of(name, generics).iter().any(|bound| ends_in(&bound.path, &["KeptOnTape"]))
}

/// Whether a trait has type arguments, `Curve<f64>`. Such a trait may have implementations for numbers only, so it says nothing of them
/// (`trait_block.rs`). Those of references and conversions are of values without a derivative too.
fn is_of_a_type(bound: &syn::TraitBound) -> bool {
    let has_types = bound.path.segments.last().is_some_and(|last| {
        matches!(&last.arguments, PathArguments::AngleBracketed(of)
            if of.args.iter().any(|argument| matches!(argument, GenericArgument::Type(_))))
    });
    has_types && !ends_in(&bound.path, &["AsMut", "AsRef", "Borrow", "BorrowMut", "From", "Index", "IndexMut", "Into"])
}

/// Whether a trait is that of values that can be copied.
pub(crate) fn is_copied(of: &syn::TraitBound) -> bool {
    ends_in(&of.path, &["Clone", "Copy"])
}

/// What holds for a type parameter of numbers of any kind, `impl Into<f64>`: the conversion has a rule, which the method leads to. One
/// without a derivative is copied.
fn conversions_of(name: &Ident, generics: &Generics, sig: &Signature) -> Vec<WherePredicate> {
    let to: Vec<_> = bounds_of(name, generics).into_iter().filter_map(converted).collect();
    let is_argument = |input: &FnArg| matches!(input, FnArg::Typed(typed) if is_named(&typed.ty, name));
    let is_text = bounds_of(name, generics).into_iter().any(texts::is_of_text);
    if to.is_empty() && !is_text || !sig.inputs.iter().any(is_argument) {
        return Vec::new();
    }
    if !active(sig).any(|ty| is_named(ty, name)) {
        return vec![parse_quote!(#name: ::core::clone::Clone)];
    }
    let private = quote!(::cotangent::generated);
    // `x.into()` leads to the rule by its name, `let y: f64 = x.into()` by the two types.
    let rule = |to| {
        let no = quote!(#private::No);
        [
            parse_quote!(#private::cast<#to>: #private::Rule1<#name, Output = #to, Residual = (), Reads = (#no, #no)>),
            parse_quote!(#name: #private::conversions::ConvertsTo<#to, Rule = ::cotangent::rule::By1<#private::cast<#to>>>),
        ]
    };
    to.into_iter().flat_map(rule).chain([parse_quote!(#name: #private::IntoRule)]).collect()
}

/// Whether a type parameter is one of what becomes a number, `T: Into<f64>`.
pub(crate) fn is_converted(name: &Ident, generics: &Generics) -> bool {
    bounds_of(name, generics).into_iter().any(|bound| converted(bound).is_some())
}

/// The `Y` of `Into<Y>`.
fn converted(bound: &syn::TraitBound) -> Option<&Type> {
    let last = bound.path.segments.last().filter(|last| last.ident == "Into")?;
    let PathArguments::AngleBracketed(of) = &last.arguments else { return None };
    match of.args.first()? {
        GenericArgument::Type(to) => Some(to),
        _ => None,
    }
}

/// What holds for the types that traits lead to, `D::Point`, where they are those of a parameter with a derivative or of the result: they
/// are differentiable.
fn of_associated_types(sig: &Signature, owner: Option<&ItemImpl>) -> Vec<WherePredicate> {
    struct Found {
        names: Vec<Ident>,
        types: Vec<Type>,
    }
    impl<'ast> Visit<'ast> for Found {
        fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
            let first = ty.path.segments.first().map(|first| &first.ident);
            let text = |ty: &dyn ToTokens| ty.to_token_stream().to_string();
            let is_new = || !self.types.iter().any(|known| text(known) == text(ty));
            if ty.path.segments.len() == 2 && first.is_some_and(|first| self.names.contains(first)) && is_new() {
                self.types.push(ty.clone().into());
            }
            // Inside of another type it may be a shape.
            if ends_in(&ty.path, &HOLDERS) {
                visit::visit_type_path(self, ty);
            }
        }
    }
    let generics = owner.map(|owner| &owner.generics).into_iter().chain([&sig.generics]);
    let mut names: Vec<_> = generics.flat_map(Generics::type_params).map(|param| param.ident.clone()).collect();
    if names.contains(&any_implementation()) {
        names.push(Ident::new("Self", proc_macro2::Span::call_site()));
    }
    let mut found = Found { names, types: Vec::new() };
    active(sig).chain(result(sig)).for_each(|ty| found.visit_type(ty));
    found.types.iter().map(|ty| parse_quote!(#ty: ::cotangent::generated::Differentiable)).collect()
}

/// The types of the parameters that are not `#[constant]`.
pub(crate) fn active(sig: &Signature) -> impl Iterator<Item = &Type> {
    sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) if !typed.attrs.iter().any(|attr| attr.path().is_ident("constant")) => Some(&*typed.ty),
        _ => None,
    })
}

/// The type of the result.
pub(crate) fn result(sig: &Signature) -> Option<&Type> {
    match &sig.output {
        ReturnType::Type(_, ty) => Some(ty),
        ReturnType::Default => None,
    }
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
            WherePredicate::Type(of) if is_named(&of.bounded_ty, name) => Some(&of.bounds),
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

/// Whether a bound is the library's: a trait of its name, but for that of `num_traits`.
fn is_own(bound: &syn::TraitBound) -> bool {
    let is_elsewhere = bound.path.segments.first().is_some_and(|first| first.ident.to_string().starts_with("num"));
    !is_elsewhere && ends_in(&bound.path, &OWN)
}

/// Whether a trait of the library says itself that its types borrow nothing.
fn is_static(bound: &syn::TraitBound) -> bool {
    ends_in(&bound.path, &["Real", "Element", "Taped"])
}

/// Whether the last name of a path is one of these.
fn ends_in(path: &Path, names: &[&str]) -> bool {
    path.segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// `T`
fn is_named(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(name))
}

/// `T`, `&T`, `&mut T`
fn is_whole(ty: &Type, name: &Ident) -> bool {
    match ty {
        Type::Reference(reference) => is_whole(&reference.elem, name),
        ty => is_named(ty, name),
    }
}

/// Looks for a type parameter: `apart`, in arrays and the like, or `inside` of other types.
struct Look<'n> {
    name: &'n Ident,
    apart: bool,
    inside: bool,
}

impl<'n> Look<'n> {
    fn at<'t>(name: &'n Ident, types: impl IntoIterator<Item = &'t Type>) -> Self {
        let mut look = Self { name, apart: false, inside: false };
        types.into_iter().for_each(|ty| look.visit_type(ty));
        look
    }
}

impl<'ast> Visit<'ast> for Look<'_> {
    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        if ty.path.is_ident(self.name) {
            self.apart = true;
            return;
        }
        let Some(last) = ty.path.segments.last() else { return };
        if is_tensor(&last.ident) {
            if let PathArguments::AngleBracketed(held) = &last.arguments
                && let Some(GenericArgument::Type(number)) = held.args.first()
            {
                self.visit_type(number);
            }
            return;
        }
        let before = std::mem::take(&mut self.apart);
        visit::visit_type_path(self, ty);
        if ends_in(&ty.path, &HOLDERS) {
            self.apart |= before;
        } else {
            self.inside |= self.apart;
            self.apart = before;
        }
    }
}
