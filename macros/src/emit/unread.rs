//! Parameters whose values the reverse half does not read: callers need not keep them.
//!
//! Where a rule takes a value that it does not read, the reverse half has `Read::__unread(&x)`, or `Read::__unread_part(|| &x.field)`,
//! which is never called: they tell its type. A parameter that stands nowhere else becomes a function of its type, which the first is
//! given, then called `__gone`, and the other calls.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Expr;

use crate::accept::signature::{is_constant_type, is_number};
use crate::ir::{Function, Param, VarId};
use crate::words::words;

/// The words that the reverse half has written so far, which may be names of parameters.
#[derive(Default)]
pub(super) struct Named {
    /// Outside of values that are not read.
    outside: RefCell<HashSet<String>>,
    /// Inside of them.
    inside: RefCell<HashSet<String>>,
}

impl Named {
    pub fn word(&self, name: &Ident) {
        self.outside.borrow_mut().insert(name.to_string());
    }

    pub fn words(&self, code: &TokenStream) {
        words(code.clone()).iter().for_each(|name| self.word(name));
    }

    pub fn expression(&self, expr: &Expr) {
        if !matches!(expr, Expr::Lit(_)) {
            self.words(&expr.to_token_stream());
        }
    }

    /// What this names it names in a value that is not read.
    pub fn unread<R>(&self, write: impl FnOnce() -> R) -> R {
        let before = self.outside.take();
        let written = write();
        self.inside.borrow_mut().extend(self.outside.replace(before));
        written
    }
}

/// Those parameters, and the reverse half without them.
pub(super) fn without(function: &Function, named: &Named, reverse: TokenStream) -> (HashSet<VarId>, TokenStream) {
    let name = |param: &Param| function.var(param.var).name.to_string();
    let (outside, inside) = (named.outside.borrow(), named.inside.borrow());
    let absent: HashMap<String, &Param> = function
        .params
        .iter()
        // A slice tells its length, a pattern means parts, and what is called like a type may stand for the type.
        .filter(|param| {
            let ident = &function.var(param.var).name;
            let is_type = is_number(&name(param)) || is_constant_type(&syn::parse_quote!(#ident));
            !param.lent && super::elements(&param.ty).is_none() && !is_type && !outside.contains(&name(param))
        })
        .map(|param| (name(param), param))
        .collect();
    let unread = absent.values().map(|param| param.var).collect();
    let is_written = absent.keys().any(|name| inside.contains(name));
    let changed = if is_written { replaced(reverse.clone(), &absent, false) } else { None };
    (unread, changed.unwrap_or(reverse))
}

/// Another reverse half without the same parameters.
pub(super) fn replace(function: &Function, unread: &HashSet<VarId>, reverse: TokenStream) -> TokenStream {
    if unread.is_empty() {
        return reverse;
    }
    let gone = function.params.iter().filter(|param| unread.contains(&param.var));
    let absent = gone.map(|param| (function.var(param.var).name.to_string(), param)).collect();
    replaced(reverse.clone(), &absent, false).unwrap_or(reverse)
}

/// Writes calls for the names in values that are not read; nothing if there are none.
fn replaced(tokens: TokenStream, absent: &HashMap<String, &Param>, inside: bool) -> Option<TokenStream> {
    let (mut is_unread, mut is_field, mut is_changed) = (false, false, false);
    let mut written: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let is_unread = std::mem::take(&mut is_unread);
                if let Some(name) = is_unread.then(|| whole(&group)).flatten()
                    && absent.contains_key(&name.to_string())
                {
                    let gone = Ident::new("__gone", written.pop().map_or_else(Span::call_site, |marker| marker.span()));
                    written.extend(quote!(#gone(&#name)));
                    is_changed = true;
                    continue;
                }
                match replaced(group.stream(), absent, inside || is_unread) {
                    Some(stream) => {
                        let mut inner = Group::new(group.delimiter(), stream);
                        inner.set_span(group.span());
                        written.push(inner.into());
                        is_changed = true;
                    }
                    None => written.push(group.into()),
                }
            }
            TokenTree::Ident(name) => {
                let text = name.to_string();
                match absent.get(&text) {
                    Some(param) if inside && !std::mem::take(&mut is_field) => {
                        let value = if param.reference.is_some() { quote!(#name()) } else { quote!((*#name())) };
                        written.extend(value);
                        is_changed = true;
                    }
                    _ => {
                        is_unread = is_marker(&text);
                        is_field = false;
                        written.push(name.into());
                    }
                }
            }
            other => {
                is_unread = false;
                is_field = matches!(&other, TokenTree::Punct(punct) if punct.as_char() == '.');
                written.push(other);
            }
        }
    }
    is_changed.then(|| written.into_iter().collect())
}

/// `x` of `(x)` and of `(&x)`.
fn whole(arguments: &Group) -> Option<Ident> {
    let mut tokens = arguments.stream().into_iter().peekable();
    tokens.next_if(|token| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '&'));
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), None) => Some(name),
        _ => None,
    }
}

fn is_marker(name: &str) -> bool {
    matches!(name, "__unread" | "__unread_part" | "__unread_value")
}
