//! Stage E: Rust text. The only stage that builds code.
//!
//! For `fn f` it writes, beside the function itself, `struct f {}` with
//! - `split`, the two halves in one body, generic over the sweep;
//! - `split_dual`, the same with tangents beside all values and cotangents: forward mode, and second derivatives;
//! - `fwd` and `bwd`, which other generated functions call;
//! - `tape_words`, the size of what the halves exchange, a constant;
//! - the calls that users make: `grad`, `value_and_grad`, `vjp` and their forms.

mod api;
mod callees;
mod calls;
mod checkpoint;
mod chosen;
mod collected;
mod companion;
mod dual;
mod dual_rules;
mod firsts;
mod forward;
mod forward_calls;
mod function;
mod fused;
mod guard;
mod links;
mod lives;
mod missing;
mod moving;
mod nested;
mod operands;
mod piece;
mod primal;
mod pushes;
pub(crate) mod refused;
mod reserved;
mod reverse;
mod reverse_rules;
mod rule;
mod second_calls;
mod second_pass;
mod shorthands;
mod sizes;
mod slots;
mod split;
mod split_dual;
mod sweeps;
mod tangents;
mod unread;
mod wanted;

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, Ident, Path, ReturnType, Signature, Visibility};

use crate::accept::rule::Rule;
use crate::classify::Facts;
use crate::differentiate::Derivative;
use crate::differentiate::fuse::Fused;
use crate::ir::{Function, Header, Loop, Operand, Param, Place, Var, VarId};

/// A function with all that the stages found out about it.
pub(crate) struct Unit<'f> {
    pub vis: &'f Visibility,
    pub sig: &'f Signature,
    /// The body, with `__self` for `self`.
    pub body: &'f syn::Block,
    pub function: &'f Function,
    pub facts: &'f [Facts],
    /// Parameters that only the forward half has.
    pub unread: HashSet<VarId>,
    /// Parameters that pass their slots on.
    passed: HashSet<VarId>,
    /// The reverse half.
    pub reverse: TokenStream,
    /// The same where values have tangents.
    pub reverse_dual: TokenStream,
    /// How loops are reversed as they run, if some are.
    pub fused: Option<Fused<'f>>,
    /// The rule of the user's that stands for the body.
    pub rule: Option<&'f Rule>,
    /// The `impl` block, for a method.
    pub owner: Option<&'f syn::ItemImpl>,
}

pub(crate) use api::{free_function, method};
pub(crate) use callees::alias as callee;
pub(crate) use missing::{alone, rule_of};
use wanted::FORWARD_MODE;
pub(crate) use wanted::SECOND_ORDER;

/// The path of everything that generated code names.
pub(crate) fn private_path() -> TokenStream {
    quote!(::cotangent::generated)
}

/// The same in the block that holds what is written beside a function: one word, because it is written so often.
fn private() -> Ident {
    private_at(Span::call_site())
}

/// The same, so that what is wrong with it is reported at `span`.
fn private_at(span: Span) -> Ident {
    Ident::new("__ad", span)
}

/// What gives it this name.
fn private_is_named() -> TokenStream {
    let (path, name) = (private_path(), private());
    quote!(use #path as #name;)
}

/// Attributes of generated items: the user's lints do not look at them.
pub(crate) fn quiet() -> TokenStream {
    quote!(#[allow(warnings, unused, unused_qualifications, nonstandard_style, future_incompatible, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)] #[automatically_derived])
}

impl<'f> Unit<'f> {
    /// Writes the reverse half, and finds out what it reads.
    #[expect(clippy::too_many_arguments, reason = "what the stages found out")]
    pub fn new(
        vis: &'f Visibility,
        sig: &'f Signature,
        body: &'f syn::Block,
        rule: Option<&'f Rule>,
        owner: Option<&'f syn::ItemImpl>,
        function: &'f Function,
        facts: &'f [Facts],
        derivative: Derivative<'f>,
    ) -> Self {
        let Derivative { mirror, fused } = derivative;
        let passing = fused.is_none() && rule.is_none();
        let reverse = reverse::Reverse::new(function, facts).with_firsts(passing);
        let written = reverse.body(&mirror, &incoming());
        let passed = function.params.iter().map(|param| param.var).filter(|var| reverse.firsts.passes(*var)).collect();
        let (unread, reverse) = unread::without(function, &reverse.named, written);
        let reverse_dual = if FORWARD_MODE {
            let written = reverse::Reverse::dual(function, facts).body(&mirror, &incoming());
            unread::replace(function, &unread, written)
        } else {
            TokenStream::new()
        };
        let unread = rule.map_or(unread, |rule| rule::unread(rule, function));
        Self { vis, sig, body, function, facts, unread, passed, reverse, reverse_dual, fused, rule, owner }
    }
}

impl Unit<'_> {
    /// Whether the reverse half does without a parameter.
    fn is_gone(&self, param: &Param) -> bool {
        param.lent || self.unread.contains(&param.var)
    }

    /// The return type.
    fn output(&self) -> TokenStream {
        match &self.sig.output {
            ReturnType::Default => quote!(()),
            ReturnType::Type(_, ty) => quote!(#ty),
        }
    }

    /// Parameters with a cotangent.
    fn active_params(&self) -> impl Iterator<Item = &Param> {
        self.function.params.iter().filter(|param| self.function.var(param.var).active)
    }

    /// Those whose cotangents go to slots.
    fn slot_params(&self) -> impl Iterator<Item = &Param> {
        self.active_params().filter(|param| !param.lent)
    }

    /// Whether the function returns nothing.
    fn is_unit(&self) -> bool {
        match &self.sig.output {
            ReturnType::Default => true,
            ReturnType::Type(_, ty) => matches!(&**ty, syn::Type::Tuple(unit) if unit.elems.is_empty()),
        }
    }

    /// The name of a parameter.
    fn param_name(&self, param: &Param) -> Ident {
        self.function.var(param.var).name.clone()
    }

    /// The where clause of generated functions: that of the user, and that parameters and result are differentiable.
    ///
    /// The latter is for types that may turn out not to be. It is stated for all lifetimes, because then the compiler believes it
    /// where it stands, and whoever breaks it is told once, by the guard.
    fn bounds(&self) -> Option<syn::WhereClause> {
        let private = private();
        let types = self.active_params().map(|param| elements(&param.ty).unwrap_or(&param.ty).clone()).chain(
            match &self.sig.output {
                ReturnType::Type(_, ty) => Some((**ty).clone()),
                ReturnType::Default => None,
            },
        );
        let doubtful: Vec<_> = types.filter(|ty| !is_differentiable(ty, &self.sig.generics)).collect();
        let mut bounds = self.sig.generics.where_clause.clone();
        if !doubtful.is_empty() {
            let clause = bounds.get_or_insert_with(|| syn::parse_quote!(where));
            clause.predicates.extend(doubtful.iter().map(|ty| -> syn::WherePredicate {
                let ty = if self.guards_callers() { self.checked(&quote!(#ty)) } else { quote!(#ty) };
                syn::parse_quote!(for<'perhaps> #ty: #private::Differentiable)
            }));
        }
        bounds
    }

    /// The generics of the function, those of the `impl` block first.
    fn generics(&self) -> Generics {
        let mut all = self.sig.generics.clone();
        if let Some(owner) = self.owner {
            let outer = &owner.generics;
            all.params = outer.params.iter().chain(&self.sig.generics.params).cloned().collect();
            if let Some(predicates) = &outer.where_clause {
                all.make_where_clause().predicates.extend(predicates.predicates.iter().cloned());
            }
        }
        all
    }
}

/// Whether a type is differentiable for certain, by its spelling.
fn is_differentiable(ty: &syn::Type, generics: &Generics) -> bool {
    match ty {
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            crate::accept::signature::is_real(&last.ident)
                || crate::accept::signature::is_tensor(&last.ident)
                || generics.type_params().any(|param| param.ident == last.ident)
        }),
        syn::Type::Array(array) => is_differentiable(&array.elem, generics),
        syn::Type::Tuple(tuple) => tuple.elems.iter().all(|elem| is_differentiable(elem, generics)),
        syn::Type::Paren(inner) => is_differentiable(&inner.elem, generics),
        syn::Type::Group(inner) => is_differentiable(&inner.elem, generics),
        _ => false,
    }
}

/// The names of a generic function's parameters as arguments, without lifetimes: `T, N`.
fn arguments(generics: &Generics) -> Vec<TokenStream> {
    let mut names = Vec::new();
    for param in &generics.params {
        match param {
            syn::GenericParam::Type(param) => {
                let name = &param.ident;
                names.push(quote!(#name));
            }
            syn::GenericParam::Const(param) => {
                let name = &param.ident;
                names.push(quote!(#name));
            }
            syn::GenericParam::Lifetime(_) => {}
        }
    }
    names
}

/// A function's companion, `path {}` behind the guard, and the generic arguments that its methods take.
fn companion(path: &Path) -> (TokenStream, Option<TokenStream>) {
    let name = callees::alias(path);
    (quote!(__checked(#name {})), turbofish(path))
}

/// The generic arguments at the end of a path.
fn turbofish(path: &Path) -> Option<TokenStream> {
    match path.segments.last().map(|last| &last.arguments) {
        Some(syn::PathArguments::AngleBracketed(arguments)) => {
            let arguments = &arguments.args;
            Some(quote!(::<#arguments>))
        }
        _ => None,
    }
}

// ---- operands ----

/// What the user wrote.
fn written(operand: &Operand) -> &syn::Expr {
    operand.written()
}

/// `Path(..)`, a call of the constructor of a tuple struct or variant. A pattern names what a call does, so it makes the compiler refuse
/// a function of that name.
pub(crate) fn constructed(path: &Path, fields: &TokenStream) -> TokenStream {
    let value = Ident::new("value", Span::mixed_site());
    quote_spanned!(path.span()=> ::cotangent::generated::constructed(#path(#fields), |#value| if let #path(..) = #value {}))
}

/// A reference to what the user wrote.
fn reference(operand: &Operand) -> TokenStream {
    let written = written(operand);
    match operand {
        Operand::Constant { is_ref: true, .. } | Operand::Place(Place { is_ref: true, .. }) | Operand::Lent(_) => {
            quote!(#written)
        }
        _ => quote!(&#written),
    }
}

/// Whether the number of iterations has to be stored: the reverse half cannot tell it from the header.
fn is_counted(looped: &Loop) -> bool {
    looped.until.is_some() || looped.checkpoint.is_some() || !matches!(looped.header, Header::Range { .. })
}

// ---- names ----

/// The tape.
fn tape() -> Ident {
    Ident::new("t", Span::mixed_site())
}

/// The cotangent that comes into a function.
fn incoming() -> Ident {
    Ident::new("bar", Span::mixed_site())
}

/// The link of a call to its rule.
fn link(number: usize) -> Ident {
    Ident::new(&format!("c{number}"), Span::mixed_site())
}

/// What a call leaves on the tape.
fn pushes(number: usize) -> Ident {
    Ident::new(&format!("w{number}"), Span::mixed_site())
}

/// The types of the operands of a call.
fn operand_types(number: usize) -> Ident {
    Ident::new(&format!("a{number}"), Span::mixed_site())
}

/// The type of a variable of which nothing else is needed.
fn type_of(var: &Var) -> Ident {
    Ident::new(&format!("{}_ty", var.unique.to_string().trim_start_matches("r#")), Span::mixed_site())
}

/// The type of an array whose length counts.
pub(crate) fn length(link: usize) -> Ident {
    Ident::new(&format!("l{link}"), Span::mixed_site())
}

/// The type of an array made element by element.
fn array(block: usize) -> Ident {
    Ident::new(&format!("e{block}"), Span::mixed_site())
}

/// The cotangent of a variable.
fn bar(name: &Ident) -> Ident {
    bar_at(name, name.span())
}

/// The same, so that what is wrong with it is reported at `span`.
fn bar_at(name: &Ident, span: Span) -> Ident {
    let base = name.to_string();
    let base = base.trim_start_matches("r#");
    Ident::new(&format!("{base}_bar"), Span::mixed_site().located_at(span))
}

/// The type parameter for the slot of a parameter's cotangent.
fn slot(name: &Ident) -> Ident {
    let base = name.to_string();
    let base = base.trim_start_matches("r#");
    format_ident!("__{base}_slot")
}

/// A witness of a block with the variables it carries.
struct Witness<'f> {
    name: Ident,
    kept: &'f [crate::classify::Kept],
}

/// A tape entry carries at most this many values.
const WIDTH: usize = 8;

/// The name of a witness: `s` of values with cotangents of their own, `k` of others.
fn witness(letter: &str, block: usize, i: usize) -> Ident {
    let suffix = if i == 0 { String::new() } else { format!("_{i}") };
    Ident::new(&format!("{letter}{block}{suffix}"), Span::mixed_site())
}

/// The witnesses of a block, in the order of their pushes.
fn witnesses<'f>(facts: &'f [Facts], block: usize) -> Vec<Witness<'f>> {
    let Some(facts) = facts.get(block) else { return Vec::new() };
    let groups = [("s", &facts.own), ("k", &facts.other)];
    groups
        .into_iter()
        .flat_map(|(letter, kept)| {
            let chunks = kept.chunks(WIDTH).enumerate();
            chunks.map(move |(i, kept)| Witness { name: witness(letter, block, i), kept })
        })
        .collect()
}

/// `(T,)`, `(A, B)`
fn tuple(items: impl IntoIterator<Item: ToTokens>) -> TokenStream {
    let items: Vec<_> = items.into_iter().collect();
    match items.as_slice() {
        [one] => quote!((#one,)),
        many => quote!((#(#many),*)),
    }
}

/// Bare when there is one, else a tuple.
fn bare_or_tuple(items: &[TokenStream]) -> TokenStream {
    match items {
        [one] => quote!(#one),
        many => quote!((#(#many),*)),
    }
}

/// The type of a parameter with its `&`.
fn param_type(param: &Param) -> TokenStream {
    let (reference, ty) = (&param.reference, &param.ty);
    quote!(#reference #ty)
}

/// The elements of a slice type.
fn elements(ty: &syn::Type) -> Option<&syn::Type> {
    match ty {
        syn::Type::Slice(slice) => Some(&slice.elem),
        _ => None,
    }
}

impl Unit<'_> {
    /// The type of a place for the cotangent of a value of type `ty`.
    fn cotangent(&self, ty: &syn::Type, checked: bool) -> TokenStream {
        let private = private();
        let of = |ty: &syn::Type| {
            let doubtful = self.guards_callers() && !is_differentiable(ty, &self.sig.generics);
            let ty = if checked || doubtful { self.checked(&quote!(#ty)) } else { quote!(#ty) };
            quote!(#private::Ct<#ty>)
        };
        if let Some(element) = elements(ty) {
            let element = of(element);
            quote!([#element])
        } else {
            of(ty)
        }
    }
}
