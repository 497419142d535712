//! Elements of a list in an `Option`, and items that a chain selects, where the `Option` is taken apart: a branch on whether there is one.
//!
//! ```text
//! // in                                           // out
//! if let Some(&v) = x.get(i) { v * v }            { let at = i; let any = at < x.len();
//! else { 0.0 }                                      if any { let &v = &x[at]; v * v } else { 0.0 } }
//! x.last().copied()                               { let any = !x.is_empty();
//!                                                   if any { Some(x[x.len() - 1]) } else { None } }
//! ```

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Arm, Block, Expr, ExprMethodCall, Pat, Stmt, parse_quote};

use super::iterators::Unknown;
use super::iterators::selections::{Found, found, is_selection};
use crate::naming::hygienic;
use crate::syntax::effects::{Meanings, changes_something};
use crate::syntax::{after_let, apart_from_blocks, peel};

/// The list, if an expression is an element of one in an `Option`, or an element and the others.
pub(crate) fn list_of(expr: &Expr) -> Option<&Expr> {
    let Expr::MethodCall(call) = peel(expr) else { return None };
    let is_one = match (call.method.to_string().as_str(), call.args.len()) {
        (
            "first" | "last" | "first_mut" | "last_mut" | "split_first" | "split_last" | "split_first_mut"
            | "split_last_mut",
            0,
        ) => true,
        ("get" | "get_mut", 1) => !matches!(peel(&call.args[0]), Expr::Range(_)),
        _ => false,
    };
    (is_one && !changes_something(&call.receiver)).then(|| peel(&call.receiver))
}

/// Whether an `Option` that is such an element or such an item is what arms can be written out for.
pub(crate) fn are_plain(arms: &[Arm]) -> bool {
    !arms.is_empty() && arms.iter().all(|arm| is_rest(&arm.pat) || inner(&arm.pat).is_some_and(cannot_fail))
}

/// `match option { .. }` of such an element, as branches.
pub(crate) fn matched(expr: &Expr, arms: &[Arm], outside: &dyn Meanings) -> Result<Block, Unknown> {
    let optional = Optional::read(expr, outside)?;
    let any = &optional.any;
    let mut branches = TokenStream::new();
    for (i, arm) in arms.iter().enumerate() {
        let (bound, is_one) = match inner(&arm.pat) {
            Some(pat) => (optional.bind(pat)?, quote!(#any)),
            None if is_none(&arm.pat) => (TokenStream::new(), quote!(!#any)),
            None => (TokenStream::new(), quote!(true)),
        };
        let guard = arm.guard.as_ref().map(|(_, guard)| {
            let guard = apart_from_blocks(guard);
            quote!(&& { #bound #guard })
        });
        let body = apart_from_blocks(&arm.body);
        branches.extend(if i + 1 == arms.len() && guard.is_none() {
            quote!({ #bound #body })
        } else {
            quote!(if #is_one #guard { #bound #body } else)
        });
    }
    let setup = &optional.setup;
    Ok(parse_quote!({ #(#setup)* #branches }))
}

/// Whether a call takes the value of such an element, or computes something of it, and gives no reference.
pub(crate) fn is_value(call: &ExprMethodCall) -> bool {
    let is_element = list_of(&call.receiver).is_some() && !is_split(&call.receiver);
    match (call.method.to_string().as_str(), call.args.len()) {
        ("copied" | "cloned", 0) => is_element,
        ("map", 1) => is_element && matches!(peel(&call.args[0]), Expr::Closure(_)),
        ("map_or", 2) => is_element && matches!(peel(&call.args[1]), Expr::Closure(_)),
        _ => false,
    }
}

/// The value of such a call.
pub(crate) fn value(call: &ExprMethodCall, outside: &dyn Meanings) -> Result<Block, Unknown> {
    let optional = Optional::read(&call.receiver, outside)?;
    let (setup, any, item) = (&optional.setup, &optional.any, &optional.item);
    let (some, none) = (quote!(::core::option::Option::Some), quote!(::core::option::Option::None));
    let arguments: Vec<_> = call.args.iter().map(peel).collect();
    let (default, found, missing) = match arguments.as_slice() {
        [Expr::Closure(with)] if with.inputs.len() == 1 => {
            let (bound, body) = (optional.bind(&with.inputs[0])?, apart_from_blocks(&with.body));
            (None, quote!(#some({ #bound #body })), none)
        }
        [default, Expr::Closure(with)] if with.inputs.len() == 1 => {
            let name = hygienic("__default");
            let (bound, body) = (optional.bind(&with.inputs[0])?, apart_from_blocks(&with.body));
            (Some(quote!(let #name = #default;)), quote!({ #bound #body }), quote!(#name))
        }
        _ => (None, quote!(#some(*#item)), none),
    };
    Ok(parse_quote!({ #default #(#setup)* if #any { #found } else { #missing } }))
}

/// `*option.unwrap_or(&default)`
pub(crate) fn value_or(call: &ExprMethodCall, outside: &dyn Meanings) -> Result<Block, Unknown> {
    let Optional { setup, any, item, .. } = Optional::read(&call.receiver, outside)?;
    let default = match peel(&call.args[0]) {
        Expr::Reference(reference) => {
            let value = &reference.expr;
            quote!(#value)
        }
        default => quote!(*#default),
    };
    Ok(parse_quote!({ #(#setup)* if #any { *#item } else { #default } }))
}

/// An element or an item, if there is one.
struct Optional {
    setup: Vec<Stmt>,
    /// Whether there is one.
    any: Expr,
    /// What finds it, if there is one.
    before: Vec<Stmt>,
    item: Expr,
    /// An element and the others: the call that gives both.
    split: Option<Expr>,
}

impl Optional {
    fn read(expr: &Expr, outside: &dyn Meanings) -> Result<Self, Unknown> {
        if is_selection(expr) {
            let Found { setup, any, stmts, item } = found(expr, outside)?;
            return Ok(Self { setup, any, before: stmts, item, split: None });
        }
        let (Expr::MethodCall(call), Some(list)) = (peel(expr), list_of(expr)) else {
            return Err(Unknown(quote!(#expr), "cannot differentiate through this"));
        };
        let [at, any] = ["__at", "__any"].map(hygienic);
        let method = call.method.to_string();
        let mutability = method.ends_with("_mut").then(|| quote!(mut));
        let index = call.args.first();
        let through = outside.is_reference(list).then(|| quote!(*));
        let mut setup: Vec<Stmt> = vec![parse_quote!(::cotangent::generated::is_list(& #through #list);)];
        setup.extend(index.map(|index| -> Stmt { parse_quote!(let #at = #index;) }));
        setup.push(match index {
            Some(_) => parse_quote!(let #any = #at < #list.len();),
            None => parse_quote!(let #any = #list.len() > 0;),
        });
        let at = match method.trim_end_matches("_mut") {
            "get" => quote!(#at),
            "first" | "split_first" => quote!(0),
            _ => quote!(#list.len() - 1),
        };
        let split = is_split(expr).then(|| parse_quote!(#expr.unwrap()));
        let (any, item) = (parse_quote!(#any), parse_quote!(& #mutability #list[#at]));
        Ok(Self { setup, any, before: Vec::new(), item, split })
    }

    /// Binds a pattern to the element.
    fn bind(&self, pat: &Pat) -> Result<TokenStream, Unknown> {
        let (before, item) = (&self.before, &self.item);
        let pat = match pat {
            Pat::Paren(inner) => return self.bind(&inner.pat),
            Pat::Type(typed) => &typed.pat,
            pat => pat,
        };
        let Some(split) = &self.split else {
            let bound = match pat {
                Pat::Reference(inner) => {
                    let pat = after_let(&inner.pat);
                    quote!(let #pat = *#item;)
                }
                pat => {
                    let pat = after_let(pat);
                    quote!(let #pat = #item;)
                }
            };
            return Ok(quote!(#(#before)* #bound));
        };
        match pat {
            Pat::Wild(_) => Ok(TokenStream::new()),
            Pat::Tuple(parts) if parts.elems.len() == 2 => {
                let (one, rest) = (&parts.elems[0], &parts.elems[1]);
                let Pat::Reference(inner) = one else { return Ok(quote!(let (#one, #rest) = #split;)) };
                let (name, inner) = (hygienic("__one"), &inner.pat);
                Ok(quote!(let (#name, #rest) = #split; let #inner = *#name;))
            }
            other => Err(Unknown(quote!(#other), "give both parts a name here: `Some((first, rest))`")),
        }
    }
}

fn is_split(expr: &Expr) -> bool {
    matches!(peel(expr), Expr::MethodCall(call) if call.method.to_string().starts_with("split_"))
}

/// The pattern of the element.
fn inner(pat: &Pat) -> Option<&Pat> {
    match pat {
        Pat::Paren(inner_pat) => inner(&inner_pat.pat),
        Pat::TupleStruct(some) if some.elems.len() == 1 && some.path.segments.last()?.ident == "Some" => {
            some.elems.first()
        }
        _ => None,
    }
}

fn is_none(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(name) => name.ident == "None",
        Pat::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "None"),
        _ => false,
    }
}

/// Whether an arm is for what no other arm is for.
fn is_rest(pat: &Pat) -> bool {
    is_none(pat) || matches!(pat, Pat::Wild(_))
}

/// Whether a pattern has no alternatives, by its form; the compiler checks that it always matches.
fn cannot_fail(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(name) => name.subpat.is_none(),
        Pat::Wild(_) | Pat::Rest(_) => true,
        Pat::Reference(inner) => cannot_fail(&inner.pat),
        Pat::Paren(inner) => cannot_fail(&inner.pat),
        Pat::Type(inner) => cannot_fail(&inner.pat),
        Pat::Tuple(parts) => parts.elems.iter().all(cannot_fail),
        Pat::Slice(parts) => parts.elems.iter().all(cannot_fail),
        Pat::Struct(parts) => parts.fields.iter().all(|field| cannot_fail(&field.pat)),
        _ => false,
    }
}
