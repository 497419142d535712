//! `impl` blocks, of a type or of a trait for a type: each method goes through the stages on its own.
//!
//! What has no derivative stays as it is: constants, types, methods whose result does not vary smoothly, and associated functions, unless
//! they are constructors, formulas or called by a method (`accept/elementary_functions.rs`), or are marked with `#[differentiable]` inside of the block. The
//! derivative of a method of a trait is an inherent method of the type, as that of any other method, if it does not belong to the trait
//! (`accept/owners.rs`). So the compiler must agree that the type has one method of the name only (`emit/claims_of_traits.rs`).

use std::cell::Cell;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{
    GenericParam, Generics, Ident, ImplItem, ImplItemFn, ItemImpl, Lifetime, Receiver, Signature, Type, Visibility,
};

use crate::accept::rule_arguments::Rule;
use crate::expand::{is_silenced, stages_of, strip};
use crate::report::Report;
use crate::syntax::{associated_types, type_parameters};
use crate::trait_block::{self, is_mark};
use crate::{accept, conversion_impls, emit, numbers, operator_impls, refused};

/// The block, with the derivatives of its methods beside it.
pub(crate) fn impl_block(mut block: ItemImpl, mut report: Report) -> TokenStream {
    let derived = operator_impls::derived(&block, &mut report);
    if let Some(derived) = derived.or_else(|| conversion_impls::derived(&block, &mut report)) {
        let errors = report.into_errors();
        as_they_were(&mut block);
        return quote!(#block #derived #errors);
    }
    if let Type::Slice(slice) = &*block.self_ty {
        report.refuse(slice, OF_A_SLICE);
        let errors = report.into_errors();
        as_they_were(&mut block);
        return quote!(#block #errors);
    }
    if block.trait_.is_none() {
        name_types(&mut block);
    }
    let nameless = without_names_of_lifetimes(&block);
    let mut derived = TokenStream::new();
    let (mut refused, mut halves) = (Vec::new(), Vec::new());
    for item in &block.items {
        let ImplItem::Fn(method) = item else { continue };
        let name = &method.sig.ident;
        let borrows = block.generics.lifetimes().next().is_some();
        let is_borrowed = |this: &Receiver| accept::signature::is_marked(this) && this.reference.is_some();
        if let Some(this) = method.sig.receiver().filter(|this| borrows && !is_borrowed(this)) {
            if !accept::staying::is_optional(&method.sig) && !accept::staying::stays(&method.sig, false) {
                report.refuse(this, BORROWS);
                refused.push((&method.vis, &method.sig));
            }
            continue;
        }
        match of_method(&nameless, method, &mut report) {
            Derivative::Written { beside, in_trait } => {
                derived.extend(beside);
                halves.push((name.clone(), in_trait));
            }
            Derivative::Refused => refused.push((&method.vis, &method.sig)),
            Derivative::None => {
                let halves_of = emit::ForTrait { halves: without_derivative(method), ..emit::ForTrait::default() };
                halves.push((name.clone(), halves_of));
            }
        }
    }
    let errors = match report.into_errors() {
        Some(errors) if !refused.is_empty() => Some(refused::methods(&block, refused.into_iter(), &errors)),
        errors => errors,
    };
    as_they_were(&mut block);
    let block = trait_block::with_halves(block, &halves);
    quote!(#block #derived #errors)
}

/// What is refused of a trait for slices: derived code has values of the type, and slices have no size.
const OF_A_SLICE: &str =
    "methods of slices have no derivative\nhelp: write a function of `&[T]`, or implement the trait for `Vec<T>`";

/// What is refused of a method of a type with lifetimes.
const BORROWS: &str = "a type that borrows has no derivative\nhelp: let the method take `#[constant] &self`";

/// Gives the types of parameters `impl Trait` names. A call may list the types of a method that has some by name already.
fn name_types(block: &mut ItemImpl) {
    for item in &mut block.items {
        if let ImplItem::Fn(method) = item
            && method.sig.generics.params.is_empty()
        {
            accept::functions::name_types(&mut method.sig);
        }
    }
}

/// The block as derived code has it: `impl View<'_>` for `impl<'a> View<'a>`.
fn without_names_of_lifetimes(block: &ItemImpl) -> ItemImpl {
    struct Nameless(Vec<Lifetime>);
    impl VisitMut for Nameless {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            if self.0.contains(lifetime) {
                lifetime.ident = Ident::new("_", lifetime.ident.span());
            }
        }
    }
    let mut block = block.clone();
    let mut nameless = Nameless(block.generics.lifetimes().map(|param| param.lifetime.clone()).collect());
    if !nameless.0.is_empty() {
        nameless.visit_type_mut(&mut block.self_ty);
        block.trait_.iter_mut().for_each(|(_, of, _)| nameless.visit_path_mut(of));
        let params = std::mem::take(&mut block.generics.params).into_iter();
        block.generics.params = params.filter(|param| !matches!(param, GenericParam::Lifetime(_))).collect();
    }
    block
}

/// A lifetime in a signature that neither it nor the block declares.
fn unknown_lifetime(block: &ItemImpl, sig: &Signature) -> Option<Lifetime> {
    struct Look(Vec<Lifetime>);
    impl<'ast> Visit<'ast> for Look {
        fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
            self.0.push(lifetime.clone());
        }
    }
    let mut look = Look(Vec::new());
    look.visit_signature(sig);
    let of_generics =
        |generics: &Generics| generics.lifetimes().map(|param| param.lifetime.clone()).collect::<Vec<_>>();
    let declared = [of_generics(&block.generics), of_generics(&sig.generics)].concat();
    let is_known =
        |lifetime: &Lifetime| lifetime.ident == "static" || lifetime.ident == "_" || declared.contains(lifetime);
    look.0.into_iter().find(|lifetime| !is_known(lifetime))
}

/// The error for a method that has a derivative in its trait, and none here.
fn without_derivative(method: &ImplItemFn) -> TokenStream {
    let name = &method.sig.ident;
    let way_out = if method.sig.receiver().is_none() {
        "put `#[differentiable]` on it here too"
    } else {
        "let the trait have it in another trait, without `#[differentiable]`"
    };
    let message = format!("`{name}` has a derivative in the trait, so it needs one here\nhelp: {way_out}");
    quote_spanned!(name.span()=> ::core::compile_error!(#message);)
}

/// The methods without what only the macro understands.
fn as_they_were(block: &mut ItemImpl) {
    for item in &mut block.items {
        if let ImplItem::Fn(method) = item {
            as_it_was(method);
        }
    }
}

/// The calls of the derivative of a method, behind its name.
const CALLS: [&str; 9] =
    ["at", "grad", "value_and_grad", "value_and_grad_into", "vjp", "jvp", "tape_words", "tape_bytes", "hvp_tape_words"];

/// What becomes of a method.
enum Derivative {
    /// What stands beside the block, and what the trait may want of it.
    Written {
        beside: TokenStream,
        in_trait: emit::ForTrait,
    },
    /// It stays as it is.
    None,
    Refused,
}

fn of_method(block: &ItemImpl, method: &ImplItemFn, report: &mut Report) -> Derivative {
    let rule = rule_of(method, report);
    let of_trait = block.trait_.is_some();
    let is_value = |ty: &Type| {
        accept::elementary_functions::is_own(ty, block) || numbers::is_one_of(ty, &block.generics, &method.sig)
    };
    let is_formula = if of_trait {
        accept::elementary_functions::is_of_values(&method.sig, &is_value)
    } else {
        accept::elementary_functions::is_one(method, block) || accept::elementary_functions::is_needed(method, block)
    };
    let is_mine = is_formula && !is_named_like_calls(block, &method.sig.ident, &mut Report::default());
    let lends = accept::lent_results::lent(&method.sig).is_some();
    let chains = accept::chaining::gives_receiver(&method.sig, &method.block, Some(block));
    let is_marked =
        ((lends || chains) && !of_trait || method.sig.receiver().is_none()) && method.attrs.iter().any(is_mark);
    let is_asked_for = is_mine || is_marked;
    if lends && !is_asked_for && !accept::lent_results::is_known(method, block) {
        return Derivative::None;
    }
    if rule.is_none() && !is_asked_for && !chains && accept::staying::stays(&method.sig, of_trait) {
        return Derivative::None;
    }
    if let Some(lifetime) = unknown_lifetime(block, &method.sig) {
        report.refuse(
            lifetime,
            "derived code has no name for this lifetime\nhelp: leave it out, or write a free function",
        );
        return Derivative::Refused;
    }
    let is_in_trait = accept::owners::has_halves_in_the_trait(block);
    let written_out = of_trait.then(|| {
        let mut block = block.clone();
        let mut method = associated_types::written_out(&block, method);
        if !is_in_trait {
            type_parameters::handed_down(&mut block, &mut method);
        }
        (block, method)
    });
    let (block, method) = written_out.as_ref().map_or((block, method), |(block, method)| (block, method));
    // A method of a trait is as visible as the trait: its derivative is found wherever the type is.
    let everywhere = Visibility::Public(<syn::Token![pub]>::default());
    let vis = if of_trait { &everywhere } else { &method.vis };
    if of_trait && !is_in_trait && is_named_like_calls(block, &method.sig.ident, report) {
        return Derivative::Refused;
    }
    let mut own = Report::default();
    let body = accept::checkpoint_attribute::whole(&method.block, &method.attrs, &mut own);
    let in_trait = Cell::new(emit::ForTrait::default());
    let written = stages_of(vis, &method.sig, &body, rule.as_ref(), Some(block), &mut own, &|unit| {
        if of_trait {
            in_trait.set(emit::halves_for_trait(unit));
        }
        if is_in_trait { TokenStream::new() } else { emit::method(unit) }
    });
    if !own.is_empty() && !is_marked && (is_mine || accept::staying::is_optional(&method.sig)) {
        return Derivative::None;
    }
    report.merge(own);
    written.map_or(Derivative::Refused, |beside| Derivative::Written { beside, in_trait: in_trait.into_inner() })
}

/// The calls of the derivative of a method are inherent, so they would go before methods of the trait.
fn is_named_like_calls(block: &ItemImpl, of: &Ident, report: &mut Report) -> bool {
    let names = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(&method.sig.ident),
        _ => None,
    });
    let rest = |name: &Ident| Some(name.to_string().strip_prefix(&of.to_string())?.strip_prefix('_')?.to_owned());
    let taken: Vec<_> = names.filter(|name| rest(name).is_some_and(|call| CALLS.contains(&call.as_str()))).collect();
    for name in &taken {
        report.refuse(
            name,
            format!("`{name}` is also a call of the derivative of `{of}`\nhelp: give one of them another name"),
        );
    }
    !taken.is_empty()
}

/// The method without what only the macro understands.
fn as_it_was(method: &mut ImplItemFn) {
    method.attrs.retain(|attr| !accept::checkpoint_attribute::is_checkpoint(attr));
    method.attrs.retain(|attr| !is_mark(attr) && rule_among(attr, &mut Report::default()).is_none());
    strip(&mut method.sig);
    if is_silenced(&mut method.sig) {
        method.block = syn::parse_quote!({ loop {} });
        method.attrs.push(syn::parse_quote!(#[allow(unused)]));
    }
    method.block = accept::checkpoint_attribute::block_without(&method.block);
}

/// The rule of a method.
fn rule_of(method: &ImplItemFn, report: &mut Report) -> Option<Rule> {
    method.attrs.iter().find_map(|attr| rule_among(attr, report))
}

/// The rule that an attribute of a method says, if it is `#[differentiable(vjp = ..)]`.
pub(crate) fn rule_among(attr: &syn::Attribute, report: &mut Report) -> Option<Rule> {
    let list = attr.meta.require_list().ok()?;
    if list.path.segments.last().is_none_or(|last| last.ident != "differentiable") {
        return None;
    }
    let (rule, others) = accept::rule_arguments::wanted(&list.tokens, report);
    if rule.is_some() && !others.is_empty() {
        report.refuse(
            others,
            "the attribute of a method can only name its rule\nhelp: put the other arguments on the `impl` block",
        );
    }
    rule
}
