//! Parameters whose values the reverse half does not read: callers need not keep them.
//!
//! Where a rule takes a value that it does not read, the reverse half has `Read::__unread(|| value)`, which tells its type and is never
//! called. A parameter that stands nowhere else is one of these, and there it becomes a call of a function of its type.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::quote;

use crate::accept::signature::{is_constant_type, is_number};
use crate::ir::{Function, Param, VarId};

/// Those parameters, and the reverse half without them.
pub(super) fn without(params: &[Param], function: &Function, reverse: TokenStream) -> (HashSet<VarId>, TokenStream) {
    let mut read = HashSet::new();
    names(reverse.clone(), &mut read);
    let unread = params.iter().filter(|param| {
        // A slice tells its length, a pattern means parts, and what is called like a type may stand for the type.
        let name = &function.var(param.var).name;
        let is_type = is_number(&name.to_string()) || is_constant_type(&syn::parse_quote!(#name));
        !param.lent && super::elements(&param.ty).is_none() && !is_type && !read.contains(name)
    });
    let unread: HashSet<VarId> = unread.map(|param| param.var).collect();
    let gone = params.iter().filter(|param| unread.contains(&param.var)).map(|param| {
        let name = &function.var(param.var).name;
        (name.clone(), if param.reference.is_some() { quote!(#name()) } else { quote!((*#name())) })
    });
    let gone = gone.collect();
    (unread, replaced(reverse, &gone, false))
}

/// The names outside of values that are not read.
fn names(tokens: TokenStream, into: &mut HashSet<Ident>) {
    let mut is_unread = false;
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                is_unread = is_marker(&name);
                into.insert(name);
            }
            TokenTree::Group(group) => {
                if !std::mem::take(&mut is_unread) {
                    names(group.stream(), into);
                }
            }
            _ => is_unread = false,
        }
    }
}

/// Writes calls for the names in values that are not read.
fn replaced(tokens: TokenStream, gone: &HashMap<Ident, TokenStream>, inside: bool) -> TokenStream {
    let (mut is_unread, mut is_field) = (false, false);
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(
                    group.delimiter(),
                    replaced(group.stream(), gone, inside || std::mem::take(&mut is_unread)),
                );
                inner.set_span(group.span());
                TokenStream::from(TokenTree::Group(inner))
            }
            TokenTree::Ident(name) if inside && !std::mem::take(&mut is_field) && gone.contains_key(&name) => {
                gone[&name].clone()
            }
            other => {
                is_unread = matches!(&other, TokenTree::Ident(name) if is_marker(name));
                is_field = matches!(&other, TokenTree::Punct(punct) if punct.as_char() == '.');
                other.into()
            }
        })
        .collect()
}

fn is_marker(name: &Ident) -> bool {
    name == "__unread" || name == "__unread_value"
}
