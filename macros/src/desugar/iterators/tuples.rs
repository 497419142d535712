//! A tuple under one name: its parts get names of their own, `|p| p.0 * p.1` is `|(p_0, p_1)| p_0 * p_1`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Ident, Member, Pat, parse_quote};

use super::{APART, Item, Unknown};
use crate::naming::hygienic;
use crate::syntax::peel;
use crate::words::words;

/// The pattern and the code that uses its names. The name of a tuple of which only parts are used is taken apart.
pub(super) fn separated(pat: &Pat, item: &Item, code: &Expr) -> Result<(Pat, Expr), Unknown> {
    let name = match pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() => &name.ident,
        Pat::Reference(inner) if matches!(item, Item::Tuple(_)) => return separated(&inner.pat, item, code),
        _ => return Ok((pat.clone(), code.clone())),
    };
    let Item::Tuple(_) = item else { return Ok((pat.clone(), code.clone())) };
    let mut apart = code.clone();
    Parts { name: name.clone(), item: item.clone() }.visit_expr_mut(&mut apart);
    if words(apart.to_token_stream()).contains(name) {
        return Ok((pat.clone(), code.clone()));
    }
    let parts = pattern(&name.to_string(), item);
    let parts = syn::parse::Parser::parse2(Pat::parse_single, parts);
    Ok((parts.map_err(|_| Unknown(pat.to_token_stream(), APART))?, apart))
}

fn pattern(name: &str, item: &Item) -> TokenStream {
    match item {
        Item::One { .. } => hygienic(name).to_token_stream(),
        Item::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(i, part)| pattern(&format!("{name}_{i}"), part));
            quote!((#(#parts),*))
        }
    }
}

/// Replaces the parts of a tuple by their names.
struct Parts {
    name: Ident,
    item: Item,
}

impl Parts {
    /// The name of a part, and what it is.
    fn part(&self, expr: &Expr) -> Option<(String, Item)> {
        match peel(expr) {
            Expr::Path(path) if path.path.is_ident(&self.name) => Some((self.name.to_string(), self.item.clone())),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                self.part(&unary.expr).filter(|(_, item)| matches!(item, Item::Tuple(_)))
            }
            Expr::Field(field) => {
                let (name, Item::Tuple(parts)) = self.part(&field.base)? else { return None };
                let Member::Unnamed(i) = &field.member else { return None };
                let part = parts.get(i.index as usize)?.clone();
                Some((format!("{name}_{}", i.index), part))
            }
            _ => None,
        }
    }
}

impl VisitMut for Parts {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match self.part(expr) {
            Some((name, Item::One { .. })) => {
                let name = hygienic(&name);
                *expr = parse_quote!(#name);
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
