//! Parameters whose values the reverse half does not read: callers need not keep them.
//!
//! Where a rule takes a value that it does not read, the reverse half has `Read::__unread(|| value)`, which tells its type and is never
//! called. A parameter that stands nowhere else is one of these, and there it becomes a call of a function of its type.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;

use crate::accept::signature::{is_constant_type, is_number};
use crate::ir::{Function, Param, VarId};

/// Those parameters, and the reverse half without them.
pub(super) fn without(params: &[Param], function: &Function, reverse: TokenStream) -> (HashSet<VarId>, TokenStream) {
    let name = |param: &Param| function.var(param.var).name.to_string();
    let mut absent: HashMap<String, &Param> = params
        .iter()
        // A slice tells its length, a pattern means parts, and what is called like a type may stand for the type.
        .filter(|param| {
            let ident = &function.var(param.var).name;
            let is_type = is_number(&name(param)) || is_constant_type(&syn::parse_quote!(#ident));
            !param.lent && super::elements(&param.ty).is_none() && !is_type
        })
        .map(|param| (name(param), param))
        .collect();
    retain_absent(reverse.clone(), &mut absent);
    let unread = absent.values().map(|param| param.var).collect();
    let reverse = if absent.is_empty() { reverse } else { replaced(reverse, &absent, false) };
    (unread, reverse)
}

/// Removes the parameters whose names stand outside of values that are not read.
fn retain_absent(tokens: TokenStream, absent: &mut HashMap<String, &Param>) {
    let mut is_unread = false;
    for token in tokens {
        if absent.is_empty() {
            return;
        }
        match token {
            TokenTree::Ident(name) => {
                let name = name.to_string();
                is_unread = is_marker(&name);
                absent.remove(&name);
            }
            TokenTree::Group(group) => {
                if !std::mem::take(&mut is_unread) {
                    retain_absent(group.stream(), absent);
                }
            }
            _ => is_unread = false,
        }
    }
}

/// Writes calls for the names in values that are not read.
fn replaced(tokens: TokenStream, absent: &HashMap<String, &Param>, inside: bool) -> TokenStream {
    let (mut is_unread, mut is_field) = (false, false);
    let mut written: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let stream = replaced(group.stream(), absent, inside || std::mem::take(&mut is_unread));
                let mut inner = Group::new(group.delimiter(), stream);
                inner.set_span(group.span());
                written.push(inner.into());
            }
            TokenTree::Ident(name) => {
                let text = name.to_string();
                match absent.get(&text) {
                    Some(param) if inside && !std::mem::take(&mut is_field) => {
                        let value = if param.reference.is_some() { quote!(#name()) } else { quote!((*#name())) };
                        written.extend(value);
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
    written.into_iter().collect()
}

fn is_marker(name: &str) -> bool {
    name == "__unread" || name == "__unread_value"
}
