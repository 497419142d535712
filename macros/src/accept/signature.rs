//! Attributes, generics, parameters and the return type.

use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, BinOp, Block, ExprBinary, FnArg, Pat, ReturnType, Signature, TraitBoundModifier, Type, TypeParamBound,
};

use super::elementary_functions::{argument_of, innermost};
use super::functions::of_bound;
use super::lent_results;
use crate::ir::FunctionType;
use crate::library::Root;
use crate::numbers;
use crate::report::Report;
use crate::syntax::patterns::names_in;
use crate::syntax::type_parameters::bounds;
use crate::variant;
use crate::words::words;

/// A parameter as the later stages need it.
pub(crate) struct Parameter {
    pub pat: Pat,
    /// The type without an outer `&`.
    pub ty: Type,
    /// The outer `&` with its lifetime.
    pub reference: Option<proc_macro2::TokenStream>,
    /// Whether that is `&mut`.
    pub lent: bool,
    pub receiver: bool,
    /// Whether its type is one of the program, with the methods that the program gives it: the receiver in a block of no trait.
    pub own: bool,
    /// Why it has no derivative, if it has none.
    pub constant: Option<Constant>,
    pub origin: Origin,
}

/// Where a parameter comes from.
#[derive(Clone, Default)]
#[expect(clippy::large_enum_variant, reason = "few, and short-lived")]
pub(crate) enum Origin {
    /// From the signature.
    #[default]
    Signature,
    /// The same; it is a function.
    Function(FunctionType),
    /// It is what a closure captures, which may be a function.
    Captured { is_function: bool, is_number: bool },
    /// From a closure, which may take a value or a reference; if it is only handed on to calls, also a `&mut` reference.
    Closure { handed_on: bool },
}

/// Why a parameter has no derivative.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Constant {
    /// It is `#[constant]`, or a `Vec` or a `String`, which the library does not know without an allocator.
    Said,
    /// Its type is spelled like one without a derivative, which the compiler is to check.
    Spelled,
}

/// The name of the receiver in derived code, where `self` cannot be a parameter.
pub(crate) fn this() -> syn::Ident {
    syn::Ident::new("__self", proc_macro2::Span::call_site())
}

/// What is refused of a function with a rule that takes a function.
const FUNCTION_BESIDE_A_RULE: &str = "a function with a rule of its own cannot take another function\nhelp: drop the rule, or pass what the function computes";

/// Checks the signature and takes the parameters apart.
pub(crate) fn accept(sig: &Signature, in_impl: bool, report: &mut Report) -> Vec<Parameter> {
    if sig.variadic.is_some() {
        report.leave_to_the_compiler();
        return Vec::new();
    }
    if let Some(token) = &sig.asyncness {
        report.refuse(
            token,
            "an `async` function cannot be differentiated\nhelp: move the arithmetic into a plain function",
        );
    }
    if let Some(token) = &sig.unsafety {
        report.refuse(token, "an `unsafe` function cannot be differentiated\nhelp: wrap it in a safe function");
    }
    for parameter in sig.generics.type_params() {
        for bound in &parameter.bounds {
            if let syn::TypeParamBound::Trait(bound) = bound
                && bound.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with("Fn"))
            {
                report.refuse(bound, FUNCTION_BESIDE_A_RULE);
            }
        }
    }
    if let Some(name) = without_size(sig) {
        report.refuse(
            name,
            format!("values of type `{name}` may have no size, which derived code needs\nhelp: remove `?Sized`; random numbers are drawn outside and passed"),
        );
    }
    if let Some(bound) = iterator(sig) {
        report.refuse(
            bound,
            "an iterator as a parameter cannot be differentiated\nhelp: take a slice such as `&[f64]`, and iterate over it in the function",
        );
    }
    if let Some(bound) = allocator(sig) {
        report.refuse(
            bound,
            "the compiler takes a bound on `DefaultAllocator` for that of every matrix in derived code\nhelp: leave it out, with sizes that are numbers (`fn f<const N: usize>(a: &SMatrix<f64, N, N>)`), or take a `DMatrix`",
        );
    }
    let mut names = Names(Vec::new());
    sig.inputs.iter().for_each(|input| names.visit_fn_arg(input));
    for name in names.0 {
        if sig.generics.type_params().any(|parameter| parameter.ident == *name) {
            report.refuse(name, format!("`{name}` is a type here\nhelp: give the parameter another name"));
        }
    }
    let parameters: Vec<_> = sig.inputs.iter().filter_map(|input| parameter(input, in_impl, report)).collect();
    let changes = parameters.iter().any(|parameter| parameter.lent && parameter.constant.is_none());
    match &sig.output {
        ReturnType::Default if changes => {}
        ReturnType::Default => {
            report.refuse(
                &sig.ident,
                format!("`{}` returns nothing to differentiate\nhelp: return the result", sig.ident),
            );
        }
        ReturnType::Type(_, ty) if changes && matches!(&**ty, Type::Tuple(unit) if unit.elems.is_empty()) => {}
        ReturnType::Type(_, ty) => result(ty, report),
    }
    // `Matrix::zeros(rows, columns)` makes a value that gets a derivative later.
    let is_constructor = in_impl && sig.receiver().is_none();
    if report.is_empty() && !is_constructor && parameters.iter().all(|parameter| parameter.constant.is_some()) {
        report.refuse(
            &sig.ident,
            format!("`{}` has no differentiable parameter\nhelp: take a number, a tensor or a type made of them; integers, `bool`, `&str` and `#[constant]` parameters have no gradient", sig.ident),
        );
    }
    parameters
}

/// A bound of nalgebra's on the sizes of matrices: `DefaultAllocator: Allocator<D, D>`.
fn allocator(sig: &Signature) -> Option<&syn::PredicateType> {
    let clause = sig.generics.where_clause.as_ref()?;
    clause.predicates.iter().find_map(|predicate| match predicate {
        syn::WherePredicate::Type(of) => match &of.bounded_ty {
            Type::Path(path) => path.path.segments.last().filter(|last| last.ident == "DefaultAllocator").map(|_| of),
            _ => None,
        },
        _ => None,
    })
}

fn result(ty: &Type, report: &mut Report) {
    match ty {
        ty if gives_trait_object(ty) => {
            report.refuse(
                ty,
                "a trait object cannot be differentiated\nhelp: name the type, or make the function generic",
            );
        }
        Type::ImplTrait(of) if of.bounds.iter().any(|bound| of_bound(bound).is_some()) => report.refuse(
            ty,
            "a closure cannot be returned from a differentiable function\nhelp: return what it captures, or take its arguments here",
        ),
        Type::ImplTrait(_) => report.refuse(ty, "an `impl Trait` result cannot be differentiated\nhelp: name the type"),
        Type::Reference(_) => {
            report.refuse(
                ty,
                "this reference cannot be returned from a differentiable function\nhelp: return the value, or a shared reference to a type with a size",
            );
        }
        Type::Tuple(tuple) if tuple.elems.is_empty() => {
            report.refuse(ty, "`()` has no derivative\nhelp: return the result");
        }
        Type::Never(_) => report.refuse(ty, "a function that never returns has no derivative"),
        ty => {
            if let Some(part) = lent_results::lent_inside(ty) {
                report.refuse(
                    part,
                    "a reference inside of a result cannot be returned from a differentiable function\nhelp: return the value, or the reference alone",
                );
            }
        }
    }
}

/// A reference that a tuple or a list holds.
fn reference_inside(ty: &Type) -> Option<&Type> {
    struct Look<'t>(Option<&'t Type>);
    impl<'t> Visit<'t> for Look<'t> {
        fn visit_type(&mut self, ty: &'t Type) {
            match ty {
                Type::Reference(_) => self.0 = self.0.or(Some(ty)),
                Type::Tuple(_) | Type::Slice(_) | Type::Array(_) => visit::visit_type(self, ty),
                ty => {
                    if let Some(held) = argument_of(ty, &["Option", "Vec", "Box"]) {
                        self.visit_type(held);
                    }
                }
            }
        }
    }
    let mut look = Look(None);
    look.visit_type(ty);
    look.0
}

/// Whether there is a `dyn` in a result, but for the second arguments of its types: `E` of `Result<T, E>` needs no derivative. Where it
/// does, the compiler refuses it.
pub(crate) fn gives_trait_object(result: &Type) -> bool {
    struct Errors;
    impl VisitMut for Errors {
        fn visit_angle_bracketed_generic_arguments_mut(&mut self, of: &mut syn::AngleBracketedGenericArguments) {
            of.args = std::mem::take(&mut of.args).into_iter().take(1).collect();
            visit_mut::visit_angle_bracketed_generic_arguments_mut(self, of);
        }
    }
    let mut result = result.clone();
    Errors.visit_type_mut(&mut result);
    holds_trait_object(&result)
}

/// Whether there is a `dyn` in a type.
pub(crate) fn holds_trait_object(ty: &Type) -> bool {
    struct Look(bool);
    impl<'ast> Visit<'ast> for Look {
        fn visit_type_trait_object(&mut self, _: &'ast syn::TypeTraitObject) {
            self.0 = true;
        }
    }
    let mut look = Look(false);
    look.visit_type(ty);
    look.0
}

fn parameter(input: &FnArg, in_impl: bool, report: &mut Report) -> Option<Parameter> {
    match input {
        FnArg::Receiver(receiver) if !in_impl => {
            report.refuse(
                receiver.self_token,
                "a method is differentiated with its `impl` block\nhelp: put `#[differentiable]` on the `impl`",
            );
            None
        }
        FnArg::Receiver(receiver) => this_parameter(receiver, report),
        FnArg::Typed(typed) => typed_parameter(typed, report),
    }
}

/// `self`, `&self`, `&mut self`
fn this_parameter(receiver: &syn::Receiver, report: &mut Report) -> Option<Parameter> {
    if receiver.colon_token.is_some() {
        report.refuse(
            receiver,
            "only methods with `self`, `&self` or `&mut self` can be differentiated\nhelp: take `&self` and return the result",
        );
        return None;
    }
    let mutability = &receiver.mutability;
    let reference = receiver.reference.as_ref().map(|(and, lifetime)| quote!(#and #lifetime #mutability));
    Some(Parameter {
        pat: Pat::Ident(syn::PatIdent {
            attrs: Vec::new(),
            by_ref: None,
            mutability: receiver.mutability.filter(|_| reference.is_none()),
            ident: this(),
            subpat: None,
        }),
        ty: syn::parse_quote_spanned!(receiver.self_token.span()=> Self),
        lent: reference.is_some() && receiver.mutability.is_some(),
        reference,
        receiver: true,
        own: false,
        constant: is_constant(&receiver.attrs, report).then_some(Constant::Said),
        origin: Origin::Signature,
    })
}

/// `pat: ty`
fn typed_parameter(typed: &syn::PatType, report: &mut Report) -> Option<Parameter> {
    let marked = is_constant(&typed.attrs, report);
    if let Some(token) = names_in(&typed.pat).iter().find_map(|name| name.by_ref) {
        report.refuse(token, "`ref` patterns are not supported\nhelp: bind the value and borrow it where you use it");
    }
    pattern(&typed.pat, report);
    if let Some(part) = may_fail(&typed.pat) {
        report.refuse(part, "this pattern may not match\nhelp: take the whole value, and `match` it");
    }
    let bare = match &*typed.ty {
        Type::Reference(reference) => &*reference.elem,
        ty => ty,
    };
    if !marked && let Some(function) = function_inside(bare) {
        report.refuse(
            function,
            "a function inside of another type cannot be differentiated\nhelp: take `impl Fn(..)` or `&dyn Fn(..)`, and pass a reference to the function",
        );
        return None;
    }
    if !marked && let Some(part) = reference_inside(bare).filter(|_| !is_constant_type(bare)) {
        report.refuse(
            part,
            "a reference inside of another type cannot be differentiated\nhelp: take a parameter for each reference, or mark this one `#[constant]`",
        );
        return None;
    }
    match bare {
        ty if !marked && holds_trait_object(ty) => {
            report.refuse(
                ty,
                "a trait object cannot be differentiated\nhelp: name the type, or make the function generic",
            );
            return None;
        }
        Type::ImplTrait(ty) if ty.bounds.iter().any(|bound| of_bound(bound).is_some()) => {
            report.refuse(ty, FUNCTION_BESIDE_A_RULE);
            return None;
        }
        Type::ImplTrait(ty) => {
            report.refuse(
                ty,
                "an `impl Trait` parameter cannot be differentiated\nhelp: name it: `fn f<T: Trait>(x: T)`",
            );
            return None;
        }
        _ => {}
    }
    let mut lent = false;
    let (ty, reference) = match &*typed.ty {
        Type::Reference(reference) => {
            lent = reference.mutability.is_some();
            let (and, lifetime, mutability) = (&reference.and_token, &reference.lifetime, &reference.mutability);
            ((*reference.elem).clone(), Some(quote!(#and #lifetime #mutability)))
        }
        ty => (ty.clone(), None),
    };
    let spelled = if is_allocated(&ty) { Constant::Said } else { Constant::Spelled };
    let constant = if marked { Some(Constant::Said) } else { is_constant_type(&ty).then_some(spelled) };
    Some(Parameter {
        pat: (*typed.pat).clone(),
        ty,
        reference,
        lent,
        receiver: false,
        own: false,
        constant,
        origin: Origin::Signature,
    })
}

/// The variant that a pattern asks for.
pub(crate) fn may_fail(pat: &Pat) -> Option<&Pat> {
    struct Look<'ast>(Option<&'ast Pat>);
    impl<'ast> Visit<'ast> for Look<'ast> {
        fn visit_pat(&mut self, pat: &'ast Pat) {
            match pat {
                Pat::TupleStruct(syn::PatTupleStruct { path, .. }) | Pat::Struct(syn::PatStruct { path, .. })
                    if variant::is_variant(path) =>
                {
                    self.0 = self.0.or(Some(pat));
                }
                _ => syn::visit::visit_pat(self, pat),
            }
        }
    }
    let mut look = Look(None);
    look.visit_pat(pat);
    look.0
}

/// Whether a parameter is a function, which has no derivative.
pub(crate) fn has_functions(parameters: &[Parameter]) -> bool {
    let is_function = |ty: &Type| matches!(ty, Type::BareFn(_) | Type::TraitObject(_));
    parameters.iter().any(|parameter| parameter.constant.is_none() && is_function(&parameter.ty))
}

/// Refuses a type parameter without bounds where the body has arithmetic: it may be that of its values, which the compiler would report
/// wherever derived code has it.
pub(crate) fn no_number_without_bound(sig: &Signature, body: &Block, report: &mut Report) {
    struct Arithmetic(bool);
    impl<'ast> Visit<'ast> for Arithmetic {
        fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
            self.0 |= !matches!(binary.op, BinOp::And(_) | BinOp::Or(_));
            visit::visit_expr_binary(self, binary);
        }
    }
    let clause = words(sig.generics.where_clause.to_token_stream());
    let is_unbounded = |param: &&syn::TypeParam| param.bounds.is_empty() && !clause.contains(&param.ident);
    let is_apart = |name: &&syn::Ident| {
        numbers::active(sig).any(|ty| matches!(innermost(ty), Type::Path(ty) if ty.path.is_ident(*name)))
    };
    let name = sig.generics.type_params().filter(is_unbounded).map(|param| &param.ident).find(is_apart);
    let mut arithmetic = Arithmetic(false);
    arithmetic.visit_block(body);
    if let Some(name) = name.filter(|_| arithmetic.0) {
        report.refuse(
            name,
            format!("there is arithmetic, and values of any type `{name}`, which have none\nhelp: write `{name}: Real` for numbers, `{name}: Clone` for other values"),
        );
    }
}

/// A type parameter whose types may have no size, but for functions.
fn without_size(sig: &Signature) -> Option<&syn::Ident> {
    let is_maybe = |bound: &TypeParamBound| matches!(bound, TypeParamBound::Trait(bound) if matches!(bound.modifier, TraitBoundModifier::Maybe(_)));
    let all = bounds(&sig.generics);
    let is_function = |name| all.iter().any(|(of, bound)| *of == name && of_bound(bound).is_some());
    all.iter().find(|(name, bound)| is_maybe(bound) && !is_function(*name)).map(|(name, _)| *name)
}

/// The bound that makes the type of a parameter one of iterators.
fn iterator(sig: &Signature) -> Option<&syn::Path> {
    const ITERATORS: [&str; 4] = ["DoubleEndedIterator", "ExactSizeIterator", "IntoIterator", "Iterator"];
    let is_parameter = |name: &syn::Ident| {
        sig.inputs.iter().any(|input| match input {
            FnArg::Typed(typed) if !typed.attrs.iter().any(|attr| attr.path().is_ident("constant")) => {
                matches!(&*typed.ty, Type::Path(path) if path.path.is_ident(name))
            }
            _ => false,
        })
    };
    bounds(&sig.generics).into_iter().find_map(|(name, bound)| match bound {
        TypeParamBound::Trait(bound) if is_parameter(name) => {
            let last = bound.path.segments.last()?;
            ITERATORS.iter().any(|name| last.ident == name).then_some(&bound.path)
        }
        _ => None,
    })
}

/// Whether a receiver is `#[constant]`.
pub(crate) fn is_marked(this: &syn::Receiver) -> bool {
    this.attrs.iter().any(|attr| attr.path().is_ident("constant"))
}

/// Whether `#[constant]` is among the attributes.
fn is_constant(attrs: &[Attribute], report: &mut Report) -> bool {
    let mut constant = false;
    for attr in attrs {
        if attr.path().is_ident("constant") {
            if attr.meta.require_path_only().is_err() {
                report.refuse(attr, "`#[constant]` takes no arguments");
            }
            constant = true;
        }
    }
    constant
}

/// Types whose values do not vary smoothly, as far as their spelling tells.
pub(crate) fn is_constant_type(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            const CONSTANT: [&str; 16] = [
                "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "bool", "char",
                "str", "String",
            ];
            match &last.arguments {
                syn::PathArguments::None => {
                    path.path.get_ident().is_some() && CONSTANT.iter().any(|constant| last.ident == constant)
                }
                // What holds values is as constant as they are.
                syn::PathArguments::AngleBracketed(held)
                    if ["Option", "Result", "Vec"].iter().any(|name| last.ident == name) =>
                {
                    held.args
                        .iter()
                        .all(|held| matches!(held, syn::GenericArgument::Type(held) if is_constant_type(held)))
                }
                syn::PathArguments::AngleBracketed(held) if is_tensor(&last.ident) => {
                    matches!(held.args.first(), Some(syn::GenericArgument::Type(held)) if is_constant_type(held))
                }
                _ => false,
            }
        }),
        Type::Array(array) => is_constant_type(&array.elem),
        Type::Slice(slice) => is_constant_type(&slice.elem),
        Type::Reference(reference) => is_constant_type(&reference.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_constant_type),
        Type::Paren(paren) => is_constant_type(&paren.elem),
        Type::Group(group) => is_constant_type(&group.elem),
        _ => false,
    }
}

/// Whether there is a `Vec` or a `String` in a type.
pub(crate) fn is_allocated(ty: &Type) -> bool {
    words(ty.to_token_stream()).iter().any(|word| word == "Vec" || word == "String")
}

/// Whether a type of this name is a tensor.
pub(crate) fn is_tensor(name: &syn::Ident) -> bool {
    ["Tensor", "Vector", "Matrix", "Tensor3", "Tensor4", "Row", "Column"].iter().any(|tensor| name == tensor)
}

/// Patterns of parameters and `let`: names, `_`, tuples, arrays, structs.
pub(crate) fn pattern(pat: &Pat, report: &mut Report) {
    match pat {
        Pat::Ident(name) => {
            if let (Some(token), Some(_)) = (&name.by_ref, &name.mutability) {
                report.refuse(
                    token,
                    "`ref mut` patterns are not supported\nhelp: bind the value and borrow it where you use it",
                );
            }
            if let (Some(token), Some(_)) = (&name.mutability, &name.subpat) {
                report.refuse(token, "`mut` beside `@` is not supported\nhelp: bind the whole value, then its parts");
            }
            if let Some((_, part)) = &name.subpat {
                pattern(part, report);
            }
        }
        Pat::Wild(_) | Pat::Rest(_) => {}
        Pat::Tuple(syn::PatTuple { elems, .. })
        | Pat::TupleStruct(syn::PatTupleStruct { elems, .. })
        | Pat::Slice(syn::PatSlice { elems, .. }) => elems.iter().for_each(|part| pattern(part, report)),
        Pat::Struct(fields) => fields.fields.iter().for_each(|field| pattern(&field.pat, report)),
        Pat::Paren(paren) => pattern(&paren.pat, report),
        Pat::Reference(reference) => pattern(&reference.pat, report),
        Pat::Type(typed) => pattern(&typed.pat, report),
        other => {
            report.refuse(other, "this pattern is not supported\nhelp: bind a name, a tuple, an array or a struct");
        }
    }
}

/// The argument of the attribute: where the library is.
pub(crate) fn arguments(arguments: &proc_macro2::TokenStream, report: &mut Report) -> Option<Root> {
    if arguments.is_empty() {
        return None;
    }
    let root = syn::parse2(arguments.clone());
    if root.is_err() {
        report.refuse(
            arguments.to_token_stream(),
            "`#[differentiable]` takes no argument but `show`, `fast_math`, `macros(name)`, `crate = path`, and `vjp`, `jvp`, `forward` of a rule\nhelp: mark a parameter that needs no gradient with `#[constant]`",
        );
    }
    root.ok()
}

/// Whether a type is spelled as one of whole numbers.
pub(crate) fn is_whole_number(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| {
        let name = name.to_string();
        is_number(&name) && !name.starts_with('f')
    }))
}

/// Whether a name is that of a primitive type.
pub(crate) fn is_primitive(name: &str) -> bool {
    is_number(name) || ["bool", "char", "str"].contains(&name)
}

/// Whether a name is that of a number type with a derivative: of a primitive one, or of one of half precision.
pub(crate) fn is_real(name: &syn::Ident) -> bool {
    REALS.iter().any(|known| name == known)
}

/// The floating-point types.
pub(super) const REALS: [&str; 4] = ["f32", "f64", "f16", "bf16"];

/// Whether a name is that of a primitive number type.
pub(crate) fn is_number(name: &str) -> bool {
    matches!(
        name,
        "f16"
            | "f32"
            | "f64"
            | "f128"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "u128"
            | "usize"
            | "i8"
            | "i16"
            | "i32"
            | "i64"
            | "i128"
            | "isize"
    )
}

/// The names in patterns.
struct Names<'ast>(Vec<&'ast syn::Ident>);

impl<'ast> Visit<'ast> for Names<'ast> {
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        self.0.push(&name.ident);
    }
}

/// Whether a type is differentiable for certain, by its spelling.
pub(crate) fn is_differentiable(ty: &Type, generics: &syn::Generics) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            is_real(&last.ident)
                || is_tensor(&last.ident)
                || generics.type_params().any(|param| param.ident == last.ident)
        }),
        Type::Array(array) => is_differentiable(&array.elem, generics),
        Type::Tuple(tuple) => tuple.elems.iter().all(|elem| is_differentiable(elem, generics)),
        Type::Paren(inner) => is_differentiable(&inner.elem, generics),
        Type::Group(inner) => is_differentiable(&inner.elem, generics),
        _ => false,
    }
}

/// The elements of a slice type.
pub(crate) fn elements(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Slice(slice) => Some(&slice.elem),
        _ => None,
    }
}

/// A function in a list, a box or a tuple.
fn function_inside(ty: &Type) -> Option<&Type> {
    struct Look<'t>(Option<&'t Type>);
    impl<'t> Visit<'t> for Look<'t> {
        fn visit_type(&mut self, ty: &'t Type) {
            match ty {
                Type::BareFn(_) => self.0 = Some(ty),
                Type::TraitObject(of) if of.bounds.iter().any(|bound| of_bound(bound).is_some()) => self.0 = Some(ty),
                _ => syn::visit::visit_type(self, ty),
            }
        }
    }
    let mut look = Look(None);
    look.visit_type(ty);
    look.0
}
