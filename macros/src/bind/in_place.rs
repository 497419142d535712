//! What the standard library does to the places that it is given: exchanges, and lists changed in place. They
//! are written as assignments and loops here and not in `desugar`, because that depends on what is a place with a derivative.

use std::rc::Rc;

use proc_macro2::Span;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprCall, ExprMethodCall, Ident, parse_quote, parse_quote_spanned};

use super::{Binder, peel};
use crate::ir::{Op, Operand, Step};
use crate::naming::hygienic;

impl Binder<'_> {
    /// A call of `mem::swap`, `mem::replace` or `mem::take` whose value nobody uses.
    pub(super) fn exchange(&mut self, call: &ExprCall) -> bool {
        let Some((name, arguments)) = exchanged(call) else { return false };
        if let ("swap", [a, b]) = (name.as_str(), arguments.as_slice()) {
            let (Some(left), Some(right)) = (self.target(a), self.target(b)) else { return false };
            if !self.changes_active(&left) && !self.changes_active(&right) {
                return false;
            }
            self.is_of_the_standard_library(call, &name);
            if !self.has_effects(&left) && !self.has_effects(&right) {
                self.assign(&parse_quote!((#left, #right) = (#right, #left)));
                return true;
            }
            // Each place is found once.
            let [first, second] = [("__first", &left), ("__second", &right)]
                .map(|(name, place)| Ident::new(name, Span::mixed_site().located_at(place.span())));
            let block = self.rewritten(std::ptr::from_ref(call).cast(), |_| {
                let bound = quote_spanned!(call.span()=>
                    let #first = &mut #left;
                    let #second = &mut #right;
                    (*#first, *#second) = (*#second, *#first);
                );
                Ok(parse_quote!({ #bound }))
            });
            self.scope(call.span(), block);
            return true;
        }
        self.replaced(call).is_some()
    }

    /// `drop(value)`: nothing becomes of it.
    pub(super) fn dropped(&mut self, call: &ExprCall) -> bool {
        let Expr::Path(path) = peel(&call.func) else { return false };
        let [value] = &call.args.iter().collect::<Vec<_>>()[..] else { return false };
        let is_drop = path.path.segments.last().is_some_and(|last| last.ident == "drop");
        if !is_drop || !self.is_active(value) {
            return false;
        }
        self.is_of_the_standard_library(call, "drop");
        if self.root(value).is_none() {
            self.operand(value);
        }
        true
    }

    /// What was in a place before `mem::replace` or `mem::take` put something else into it.
    pub(super) fn replaced(&mut self, call: &ExprCall) -> Option<Operand> {
        let (name, arguments) = exchanged(call)?;
        let (target, value) = match (name.as_str(), arguments.as_slice()) {
            ("replace", [target, value]) => (self.target(target)?, Some(*value)),
            ("take", [target]) => (self.target(target)?, None),
            _ => return None,
        };
        let active = value.is_some_and(|value| self.is_active(value));
        if !active && !self.changes_active(&target) {
            return None;
        }
        self.is_of_the_standard_library(call, &name);
        self.becomes(&target, active);
        let Some(Operand::Place(place)) = self.place(&target) else { return None };
        self.refuse_hidden(&target, &place);
        let value = if let Some(value) = value {
            self.operand(value)
        } else {
            let nothing: Expr = parse_quote_spanned!(call.span()=> ::core::default::Default::default());
            Operand::Constant { expr: nothing.clone(), again: nothing, is_ref: false }
        };
        let old = self.temporary(call.span(), None, Op::Load(Operand::Place(place.clone())), true);
        self.put(place, value);
        Some(Operand::Place(old))
    }

    /// Shows that a call is one of the function of `mem` of that name.
    fn is_of_the_standard_library(&mut self, call: &ExprCall, name: &str) {
        let Expr::Path(mut function) = peel(&call.func).clone() else { return };
        if let Some(last) = function.path.segments.last_mut() {
            last.arguments = syn::PathArguments::None;
        }
        let span = function.span();
        let name = Ident::new(name, span);
        self.verbatim(quote_spanned!(span=>
            let _ = ::cotangent::generated::the_same(#function, ::core::mem::#name::<::core::primitive::u8>);
        ));
    }

    /// The place that an argument refers to.
    pub(super) fn target(&self, argument: &Expr) -> Option<Expr> {
        match peel(argument) {
            Expr::Reference(reference) if reference.mutability.is_some() => Some(peel(&reference.expr).clone()),
            name if self.is_mutable(name) => Some(parse_quote!(*#name)),
            _ => None,
        }
    }

    /// A method that changes a list in place.
    pub(super) fn change_list(&mut self, call: &ExprMethodCall) -> bool {
        if !self.is_list_change(call) {
            return false;
        }
        let (list, arguments) = (&*call.receiver, call.args.iter().collect::<Vec<_>>());
        if self.moves_on(call) {
            let (all, method, args) = (hygienic("__list"), &call.method, &call.args);
            let block = self.rewritten(std::ptr::from_ref(&call.method).cast(), |_| {
                Ok(parse_quote!({
                    let #all = &mut #list;
                    #all.#method(#args);
                }))
            });
            self.scope(call.span(), block);
            return true;
        }
        let key = std::ptr::from_ref(call).cast();
        let (all, element, value) = (hygienic("__all"), hygienic("__element"), hygienic("__value"));
        let block = match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("fill", [with]) => self.rewritten(key, |_| {
                Ok(parse_quote!({
                    ::cotangent::generated::length_of(&#list);
                    let #value = #with;
                    for #element in #list.iter_mut() {
                        *#element = #value;
                    }
                }))
            }),
            ("copy_from_slice" | "clone_from_slice", [from]) => {
                // An element through which no derivative flows is a value, not a place: it may change its tree from pass to pass.
                let active = self.is_active(from);
                let new: Expr =
                    if active { parse_quote!(*#value) } else { parse_quote!(::core::clone::Clone::clone(#value)) };
                let key = if active { key } else { std::ptr::from_ref(&call.args[0]).cast() };
                self.rewritten(key, |binder| {
                    let through = binder.is_reference(list).then(|| quote!(*));
                    Ok(parse_quote!({
                        let #all = #from;
                        ::cotangent::generated::same_length(&#through #list, #all);
                        for (#element, #value) in #list.iter_mut().zip(#all.iter()) {
                            *#element = #new;
                        }
                    }))
                })
            }
            (method, [_]) if method.starts_with("sort") => return self.sort(call),
            ("copy_within", [range, to]) => self.rewritten(key, |_| {
                Ok(parse_quote!({
                    let #all = #list[#range].to_vec();
                    let #value = #to;
                    #list[#value..#value + #all.len()].copy_from_slice(&#all);
                }))
            }),
            _ => {
                let arguments = arguments.iter().map(|argument| self.operand(argument)).collect();
                if let Some(Operand::Place(place)) = self.place(peel(list)) {
                    self.step(Step::Rearrange { place, method: call.method.clone(), arguments });
                }
                return true;
            }
        };
        self.scope(call.span(), block);
        true
    }

    /// The statements that stand for a call.
    pub(super) fn scope(&mut self, span: Span, block: Option<Rc<Block>>) {
        if let Some(block) = block {
            let scope = self.block(&block.stmts, false);
            self.temporary(span, None, Op::Scope(scope), false);
        }
    }

    /// Whether a list would be another one if its place were written down where the arguments are there.
    fn moves_on(&self, call: &ExprMethodCall) -> bool {
        fn is_indexed(place: &Expr) -> bool {
            match peel(place) {
                Expr::Index(_) => true,
                Expr::Field(field) => is_indexed(&field.base),
                Expr::Unary(unary) => is_indexed(&unary.expr),
                _ => false,
            }
        }
        is_indexed(&call.receiver)
            && (self.has_effects(&call.receiver) || call.args.iter().any(|argument| self.has_effects(argument)))
    }

    /// Whether a call is of a method that changes a list in place, and a derivative flows through its elements.
    fn is_list_change(&self, call: &ExprMethodCall) -> bool {
        let brings = match (call.method.to_string().as_str(), call.args.len()) {
            ("reverse", 0)
            | (
                "rotate_left"
                | "rotate_right"
                | "sort_by"
                | "sort_unstable_by"
                | "sort_by_key"
                | "sort_unstable_by_key"
                | "sort_by_cached_key",
                1,
            )
            | ("swap" | "copy_within", 2) => false,
            ("fill" | "copy_from_slice" | "clone_from_slice", 1) => self.is_active(&call.args[0]),
            _ => return false,
        };
        self.is_changed(&call.receiver)
            && !self.is_own_struct(&call.receiver)
            && (brings || self.changes_active(&call.receiver))
    }

    /// Whether an expression only changes places, and has no value.
    pub(super) fn is_change(&self, expr: &Expr) -> bool {
        match peel(expr) {
            Expr::Call(call) => exchanged(call).is_some_and(|(name, _)| name == "swap"),
            Expr::MethodCall(call) => self.is_matrix_change(call) || self.is_list_change(call) || self.is_growth(call),
            _ => false,
        }
    }
}

/// The name and the arguments of a call of `mem::swap`, `mem::replace` or `mem::take`.
///
/// A name alone may be that of another function.
pub(super) fn exchanged(call: &ExprCall) -> Option<(String, Vec<&Expr>)> {
    let Expr::Path(function) = peel(&call.func) else { return None };
    let mut names = function.path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (name, module) = (names.next()?, names.next()?);
    let is_known = module == "mem" && ["swap", "replace", "take"].contains(&name.as_str());
    is_known.then(|| (name, call.args.iter().collect()))
}
